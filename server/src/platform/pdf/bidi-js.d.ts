// The types of bidi-js describe its CommonJS file wrongly: the module is the function, not an object with a default.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'
  export default function bidiFactory(): Bidi
}
