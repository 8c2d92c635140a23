// Writes XML: elements with text or with children, in the order that the schema requires.

/** Escaped XML. Only the functions below create it. */
export type Xml = { readonly xml: string }

/** An element with children. Absent children are left out. */
export const element = (name: string, ...children: readonly (Xml | undefined)[]): Xml => ({
  xml: `<${name}>${children.map((child) => child?.xml ?? '').join('')}</${name}>`,
})

/** An element with text, which is escaped; undefined for an absent text. */
export const leaf = (
  name: string,
  text: string | undefined,
  attributes: Record<string, string> = {},
): Xml | undefined =>
  text === undefined
    ? undefined
    : {
        xml: `<${name}${Object.entries(attributes)
          .map(([key, value]) => ` ${key}="${escaped(value)}"`)
          .join('')}>${escaped(text)}</${name}>`,
      }

/** A whole message with its declaration. */
export const documentOf = (namespace: string, content: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${content.xml}</Document>\n`

const escaped = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
