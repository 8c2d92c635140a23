// How long the reason of an act may be. The API, the commands and the notes on orders share it.

/** In characters. The database limits notes to the same. */
export const LONGEST_REASON = 500
