// Starts the console.
import './mantine.css'
import './styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { queries } from './parts/client.ts'
import { LanguageProvider } from './parts/language.tsx'
import { cssVariables, theme } from './parts/theme.ts'
import { router } from './router.tsx'

/** The server makes one for each answer; only style elements that carry it are applied. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateCssVariables={false}
    >
      <LanguageProvider>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  )
