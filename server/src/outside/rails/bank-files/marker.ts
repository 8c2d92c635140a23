// The marker of a file in the work folder: which part counts, and for which payment. Markers of earlier versions stay.

/**
 * `content`: a digest of the request, so that a key is never used for another payment. `amountMinor`: markers of earlier
 * versions do not have it. `withdrawn`: the payment was cancelled before a file was made.
 */
export type Marker = {
  key: string
  part: string
  content: string
  amountMinor?: string
  withdrawn?: true
}

export const writeMarker = (marker: Marker): string => JSON.stringify(marker)

export function readMarker(text: string, name: string): Marker {
  const parsed: unknown = JSON.parse(text)
  if (
    typeof parsed === 'object' &&
    parsed !== null &&
    'key' in parsed &&
    'part' in parsed &&
    'content' in parsed &&
    typeof parsed.key === 'string' &&
    typeof parsed.part === 'string' &&
    typeof parsed.content === 'string'
  )
    return {
      key: parsed.key,
      part: parsed.part,
      content: parsed.content,
      ...('amountMinor' in parsed && typeof parsed.amountMinor === 'string'
        ? { amountMinor: parsed.amountMinor }
        : {}),
      ...('withdrawn' in parsed && parsed.withdrawn === true ? { withdrawn: true } : {}),
    }
  throw new Error(`${name} of the work folder is damaged`)
}
