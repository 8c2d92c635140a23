// The values of node:http. An import statement would read every export of that module, and its `WebSocket` loads a whole
// HTTP client of 1 MB that nothing here uses. Types are imported from node:http itself.
import { getBuiltinModule } from 'node:process'

export const { Agent, createServer, METHODS, STATUS_CODES, request } = getBuiltinModule('node:http')
