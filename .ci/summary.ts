// Names the tests of a run that failed, that passed only when they were run a second time (each is a defect to mend), and
// that were skipped. A run in which a test was skipped for a missing part fails; the list has the permitted skips.
import { appendFileSync } from 'node:fs'
import { env, stdout } from 'node:process'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

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

export default class Summary implements Reporter {
  private readonly running = new Set<string>()
  private readonly count = { passed: 0, failed: 0, skipped: 0 }
  private readonly failed: string[] = []
  private readonly retried: string[] = []
  private readonly permitted: string[] = []
  private readonly missing: string[] = []

  /** CORRIDOR_CI_ENDS, in seconds of the clock: a run that hangs ends then, with the names of its files. */
  onTestRunStart(): void {
    const ends = env['CORRIDOR_CI_ENDS']
    if (ends === undefined) return
    setTimeout(
      () => {
        for (const name of this.running) this.failed.push(`${name}: had not ended in time`)
        this.onTestRunEnd([], [])
        process.exit(1)
      },
      Number(ends) * 1000 - Date.now(),
    ).unref()
  }

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    this.running.add(relativeModuleId)
  }

  onTestCaseResult(test: TestCase): void {
    const name = `${test.module.relativeModuleId} > ${test.fullName}`
    const { state, errors } = test.result()
    if (state === 'pending') return
    this.count[state] += 1
    if (state === 'failed') this.failed.push(`${name}: ${firstLineOf(errors?.[0])}`)
    if (test.ok() && (test.diagnostic()?.retryCount ?? 0) > 0) this.retried.push(name)
    if (state === 'skipped') {
      const found = PERMITTED.find(([pattern]) => pattern.test(name))
      if (found === undefined) this.missing.push(name)
      else this.permitted.push(`${name}: ${found[1]}`)
    }
  }

  onTestModuleEnd(module: TestModule): void {
    this.running.delete(module.relativeModuleId)
    for (const error of module.errors())
      this.failed.push(`${module.relativeModuleId}: ${firstLineOf(error)}`)
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) this.failed.push(`outside of a test: ${firstLineOf(error)}`)
    if (this.missing.length > 0) process.exitCode = 1
    print('Skipped, as permitted', this.permitted)
    // CI keeps the end of what it prints, so it repeats these lines when both runs are over.
    const { passed, failed, skipped } = this.count
    const lines = [
      `${passed} tests passed, ${failed} failed, ${skipped} skipped`,
      ...this.failed.map((name) => `Failed: ${name}`),
      ...this.retried.map((name) => `Passed the second time: ${name}`),
      ...this.missing.map((name) => `Skipped for a missing part: ${name}`),
    ]
    print('Summary', lines)
    const file = env['CORRIDOR_CI_SUMMARY']
    if (file !== undefined) appendFileSync(file, `${lines.join('\n')}\n`)
  }
}

function print(title: string, lines: readonly string[]): void {
  if (lines.length > 0) stdout.write(`\n${title}:\n${lines.join('\n')}\n`)
}

const firstLineOf = (error: { message: string } | undefined): string =>
  (error?.message ?? 'without an error').split('\n', 1)[0] ?? ''
