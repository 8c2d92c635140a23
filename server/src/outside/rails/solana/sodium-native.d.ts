// The one function that we use of sodium-native, which ships no types.
declare module 'sodium-native' {
  const sodium: {
    /** Fills the 32 bytes of `publicKey` and the 64 of `secretKey` from a seed of 32 bytes. */
    crypto_sign_seed_keypair(publicKey: Buffer, secretKey: Buffer, seed: Buffer): void
  }
  export default sodium
}
