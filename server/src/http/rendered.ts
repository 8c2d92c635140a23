// JSON that a view wrote as text itself, where that is much faster than an object that is turned into text:
// see docs/performance.md. Handlers and lists send it as they send objects.

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

/** A body as text: `data` may be rendered. */
export function bodyText(body: unknown): string {
  const isRendered =
    typeof body === 'object' && body !== null && 'data' in body && body.data instanceof Rendered
  return isRendered ? `{"data":${textOf(body.data)}}` : JSON.stringify(body)
}
