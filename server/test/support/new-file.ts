// Runs before each test file. Files of one worker share its modules, and this one starts as in a new process.
import { forgetLastUuid } from '../../src/platform/ids.ts'

forgetLastUuid()
