// What commands print of an answer.
import { expect, test } from 'vitest'
import { doneText } from '../client/shown.ts'

const person = { id: 'usr_1', login: 'ana@acme.example', status: 'INVITED' }

test('an act says what it was about', () => {
  expect(doneText('Release a parked order', { order: { id: 'ord_1', status: 'OPEN' } })).toBe(
    'Release a parked order: done. ord_1 is OPEN.\n',
  )
  expect(doneText('Change a user', person)).toBe('Change a user: done. usr_1 is INVITED.\n')
})

test('a link that is told once stands beside it', () => {
  const link = 'https://corridor.example/console/enrol#ce_1'
  expect(doneText('Invite an admin', { person, link })).toBe(
    `Invite an admin: done. usr_1 is INVITED.\nlink  ${link}\n`,
  )
  const approval = { id: 'apr_1', status: 'APPROVED' }
  expect(doneText('Approve', { approval, answer: { person, link } })).toBe(
    `Approve: done. apr_1 is APPROVED.\nlink  ${link}\n`,
  )
})
