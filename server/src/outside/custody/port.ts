// The interface of a key that signs for the desk. The key itself may be in this process or in an HSM.

export type Signer = {
  /** secp256k1: 65 bytes, uncompressed, 0x04 first. ed25519: 32 bytes. */
  publicKey: Uint8Array
  curve: 'secp256k1' | 'ed25519'
  /**
   * secp256k1: signs a hash of 32 bytes. Returns r and s, 64 bytes; s may be in the upper half, as HSMs return it. A
   * signer that knows the parity of the signature appends it as a byte, 0 or 1, and s is then in the lower half. Else
   * the caller must find it, which takes seven times as long as the signature.
   * ed25519: signs a whole message. Returns 64 bytes.
   */
  sign(message: Uint8Array): Promise<Uint8Array>
  /** For operators: the reason why the key cannot sign now. Absent if the key is in this process. */
  problem?(): Promise<string | undefined>
}
