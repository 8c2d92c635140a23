// JSON text that a view has written itself. For hot views this is much faster than JSON.stringify: see
// docs/performance.md. Handlers and lists accept it in place of an object.

export class Rendered {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** One wire object as text. */
export const textOf = (view: unknown): string =>
  view instanceof Rendered ? view.text : JSON.stringify(view)

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The text of a body whose `data` may be rendered already. */
export function bodyText(body: unknown): string {
  const isRendered =
    typeof body === 'object' && body !== null && 'data' in body && body.data instanceof Rendered
  return isRendered ? `{"data":${textOf(body.data)}}` : JSON.stringify(body)
}
