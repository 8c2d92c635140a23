// Text for HTML, in elements and in quoted attributes.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (one) => ENTITIES[one] ?? one)
