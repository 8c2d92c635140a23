// How high an amount is drawn. The figure beside it stays the text of the service: this number is for pixels alone.

/** `-12.5` of "-12.50". */
export function heightOf(text: string): number {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const digits = part.slice(0, 15)
  const height =
    Number.parseInt(whole, 10) +
    (digits === '' ? 0 : Number.parseInt(digits, 10) / 10 ** digits.length)
  return sign === '' ? height : -height
}
