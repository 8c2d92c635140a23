// Names the tests that passed only when they were run a second time: each is a defect to mend.
import type { Reporter, TestCase } from 'vitest/node'

export default class RetriedTests implements Reporter {
  private readonly names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.ok() && (test.diagnostic()?.retryCount ?? 0) > 0)
      this.names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.names.length > 0)
      process.stdout.write(`\nPassed the second time:\n${this.names.join('\n')}\n`)
  }
}
