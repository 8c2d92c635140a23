// Neutral greys, one accent, the system's font. styles.css has the rest of the look.
import { createTheme, type CSSVariablesResolver } from '@mantine/core'

const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif'

export const theme = createTheme({
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  primaryColor: 'accent',
  primaryShade: 7,
  colors: {
    accent: [
      '#e6f7f4',
      '#cdece7',
      '#9bd9cf',
      '#66c5b7',
      '#3eb4a3',
      '#259f8f',
      '#12887a',
      '#0b6e63',
      '#08574e',
      '#05423b',
    ],
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Modal: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 0 },
        // Only the page has a banner.
        attributes: { header: { role: 'none' } },
      },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 0 },
        // It would be a child of the menu that is no item.
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: {
      defaultProps: {
        transitionProps: { duration: 0 },
        events: { hover: true, focus: true, touch: true },
      },
    },
  },
})

// Mantine's own greys for captions and errors have too little contrast.
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#57606a',
    '--mantine-color-placeholder': '#656d76',
    '--mantine-color-error': '#a4161a',
    '--mantine-color-red-outline': '#a4161a',
    '--mantine-color-red-filled': '#a4161a',
    '--mantine-color-red-filled-hover': '#86090d',
  },
  dark: {
    '--mantine-color-dimmed': '#a5adb6',
    '--mantine-color-placeholder': '#98a1ab',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-red-outline': '#ff8f8f',
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#8c1d18',
  },
})
