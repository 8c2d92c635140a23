// Fails a run in which a test was skipped for a missing part, and names the test. The list has the permitted skips.
import type { Reporter, TestCase } from 'vitest/node'

const isRoot = process.getuid?.() === 0
const NO_SCHEMAS =
  'the schemas of ISO 20022 may not be distributed, and CORRIDOR_TEST_XSD is not set'
const NO_NODE_20 = "the system's Node is another version"

/** Names of tests after their file, and why they may be skipped. */
const PERMITTED: readonly (readonly [test: RegExp, reason: string])[] = [
  [/ > [^>]*skipped without CORRIDOR_TEST_XSD/, NO_SCHEMAS],
  [/ > fills no quote that has ended$/, 'quotes of this kind have no end'],
  [/ > sends nothing for the preparation of another key$/, 'this kind prepares nothing'],
  [/ > reports a payment that came back as a return$/, 'rails of this kind have no returns'],
  [/ > reports once that a deposit was taken back$/, 'rails of this kind take no deposit back'],
  [/^sdk\/test\/package.* > (Deno|Bun) > /, 'Debian has no package of this runtime'],
  [/^sdk\/test\/package.* > Node 20 > /, NO_NODE_20],
  [/^cli\/test\/older-node.* older Node /, NO_NODE_20],
  isRoot
    ? [/ > [^>]*name a file without permission/, 'no permission stops root']
    : [/^embedded-postgres\/test\/users/, 'only root becomes another user'],
]

export default class SkippedTests implements Reporter {
  private readonly permitted: string[] = []
  private readonly missing: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== 'skipped') return
    const name = `${test.module.relativeModuleId} > ${test.fullName}`
    const found = PERMITTED.find(([pattern]) => pattern.test(name))
    if (found === undefined) this.missing.push(name)
    else this.permitted.push(`${name}: ${found[1]}`)
  }

  onTestRunEnd(): void {
    if (this.permitted.length > 0)
      process.stdout.write(`\nSkipped, as permitted:\n${this.permitted.join('\n')}\n`)
    if (this.missing.length === 0) return
    process.stdout.write(`\nSkipped for a missing part:\n${this.missing.join('\n')}\n`)
    process.exitCode = 1
  }
}
