// Words of the console for refused acts, problems of strays and refused versions: every sentence in the sources of the service has
// its Spanish, with the same facts.
import { describe, expect, test } from 'vitest'
import { closedTexts } from '../../../console/src/operator/closed-words.ts'
import {
  configurationProblems,
  fileFaults,
  reasonInSpanish,
} from '../../../console/src/operator/configuration-problem-words.ts'
import { refusalSentence, refusalWords } from '../../../console/src/operator/refusal-words.ts'
import { statementProblem } from '../../../console/src/operator/statement-problem-words.ts'
import { strayProblemWords } from '../../../console/src/operator/stray-problem-words.ts'
import { problemWords } from '../../../console/src/parts/problem-words.ts'
import { TOLD_BY_THE_SERVICE } from '../../../console/src/parts/told-words.ts'
import { withShortIds } from '../../../console/src/parts/short-id.ts'
import { closedCodes } from '../../src/parties/acts/closed.ts'
import { OF_THE_DESK } from '../../src/parties/instruments/create-instrument.ts'
import { expressionsAfter, sourcesIn, toldIn, type Told } from './told-sentences.ts'

const all = ['customers', 'desk', 'engine', 'outside', 'parties', 'rules'].flatMap(sourcesIn)

/** `before`: what the sentence follows. */
type Origin = { sources: readonly string[]; beginning: RegExp; before?: string }
const RETURNED = /\breturn\s|=>\s(?=['`])/g
const within = (place: string, beginning = RETURNED, before = ''): Origin => ({
  sources: sourcesIn(place),
  beginning,
  before,
})

const STRAY_FAULTS: Origin = { sources: all, beginning: /new StrayFault\(/g }
/** Where the sentences are of refusals that are no literal where they are thrown. */
const INDIRECT: Readonly<Record<string, readonly Origin[]>> = {
  wrong: [within('customers/information-requests/wanted.ts', /\breturn (?=['`](?!must))/g)],
  why: [within('engine/deposits/return-deposit.ts')],
  OWN_ACT: [within('parties/acts/approve.ts', /const OWN_ACT =\s/g)],
  'error.message': [STRAY_FAULTS, { sources: all, beginning: /new VersionRefused\(/g }],
  'await textOfLack(order, recording)': [within('engine/marks/refund-sent-before.ts')],
  problem: [within('engine/halts/halted.ts'), within('engine/halts/act.ts', /\breturn (?=`)/g)],
  'textOfUndecided(undecided)': [within('engine/halts/act.ts', /\breturn (?=`)/g)],
  // What an act returned: its sentence is a literal where it is returned.
  ...Object.fromEntries(
    ['after', 'decided', 'frozen', 'halted', 'resumed', 'why'].map((name) => [
      `${name}.refused`,
      [],
    ]),
  ),
}

/** Parts of other sentences, and what a decision about an order adds to its identifier. */
const PARTS: readonly Origin[] = [
  within('parties/acts/approve.ts', /\breturn\s|lapse\(deps, operator, row, /g),
  within('engine/deposits/assign-deposit.ts', /const what =\s/g),
  within('engine/marks/still-possible.ts', /\bwhy: /g),
  within('outside', /isPossible: true,\s+until\S*,\s+why: |isPossible: true, until: null, why: /g),
  within('engine/marks/still-possible.ts', /\breturn (?!\{)|const why = /g, 'ord_1 '),
  within('engine/reversals/settle.ts', /\? (?=`has a payer)/g, 'ord_1 '),
  {
    sources: all.filter((text) => text.includes('decideOrder(')),
    beginning: /\breturn (?!\{)|\? (?=`cannot)/g,
    before: 'ord_1 ',
  },
]

const isSentence = ({ sentence }: Told): boolean =>
  (sentence.replaceAll(/«\d+»/g, '').match(/[a-z]{2,}/gi) ?? []).length > 1

const toldBy = ({ sources, beginning, before = '' }: Origin): Told[] =>
  expressionsAfter(sources, beginning)
    .flatMap(toldIn)
    .filter(isSentence)
    .map(({ sentence, facts }) => ({ sentence: before + sentence, facts }))

const inSpanish = (sentence: string) => refusalSentence(sentence, 'es', (name) => name)

/** The sentences without words, or whose words lack a fact. */
const wordless = (told: readonly Told[], words: (sentence: string) => string | undefined) =>
  told
    .filter(({ sentence, facts }) => {
      const spanish = words(sentence)
      return spanish === undefined || facts.some((fact) => !spanish.includes(fact))
    })
    .map(({ sentence }) => sentence)

describe('a refused act', () => {
  const thrown = expressionsAfter(
    all,
    /\brefused\(|failure\('act_refused', \{\},|\{\s*refused: (?!string)/g,
  )
    // The form of all refusals, and the method of a check.
    .filter((expression) => !expression.startsWith('why: string'))

  test('has Spanish words for every sentence, with the same facts', () => {
    const told = thrown.flatMap(toldIn).filter(isSentence)
    expect(told.length).toBeGreaterThan(95)
    expect(wordless(told, inSpanish)).toEqual([])
  })

  test('has Spanish words where its sentence comes from another place', () => {
    const indirect = thrown.filter((expression) => toldIn(expression).length === 0)
    expect(indirect.filter((expression) => INDIRECT[expression] === undefined)).toEqual([])
    const origins = [...new Set(indirect.flatMap((one) => INDIRECT[one] ?? [])), ...PARTS]
    for (const origin of origins) {
      const told = toldBy(origin)
      expect(told.length, `${origin.beginning}`).toBeGreaterThan(0)
      expect(wordless(told, inSpanish), `${origin.beginning}`).toEqual([])
    }
  })

  test('has words for every code of a closed act', () => {
    for (const code of closedCodes) expect(closedTexts.es[code]).not.toBe(closedTexts.en[code])
  })

  test('names states as the page does, and keeps a text that it does not know', () => {
    const names = (name: string) => (name === 'REJECTED' ? 'rechazado' : name)
    const closed = 'apr_1 is REJECTED, so nothing is left to decide'
    expect(refusalSentence(closed, 'es', names)).toBe(
      'apr_1: rechazado, así que no queda nada que decidir',
    )
    const lapsed = 'apr_1 has lapsed: ben no longer sees the enterprise'
    expect(refusalSentence(lapsed, 'es', names)).toBe('apr_1 caducó: ben ya no ve la empresa')
    expect(refusalSentence('sends over evm:base are already halted', 'es', names)).toBe(
      'ya están en pausa los pagos y reembolsos por evm:base',
    )
    expect(refusalSentence('something of a newer service', 'es', names)).toBeUndefined()
  })

  test('has short identifiers, except in a command', () => {
    const id = 'ord_01jqe8m2x4fv5s0t6w7y8z9abc'
    const detail = `${id} cannot be assigned: screening holds it; see \`corridor deposits held\``
    const problem = { code: 'act_refused', detail }
    expect(refusalWords(problem, 'en', String)).toBe(`${detail.replace(id, 'ord_…8z9abc')}.`)
    expect(refusalWords(problem, 'es', String)).toBe(
      'ord_…8z9abc no se puede asignar: el screening lo retiene; vea `corridor deposits held`.',
    )
    expect(withShortIds(`${id}:payout:1: see \`corridor orders show ${id}\``)).toBe(
      `ord_…8z9abc:payout:1: see \`corridor orders show ${id}\``,
    )
  })

  test('is told by the words of its code in Spanish, and by its sentence in English', () => {
    const detail = 'ord_1 cannot be paid: epi_2 is COMPLIANCE_HOLD. End the hold first'
    const problem = { code: 'act_refused', closed: 'on_hold', detail }
    expect(refusalWords(problem, 'es', String)).toBe(closedTexts.es.on_hold)
    expect(refusalWords(problem, 'en', String)).toBe(`${detail}.`)
  })
})

test('a problem of a stray has Spanish words', () => {
  const told = [
    ...toldBy(STRAY_FAULTS),
    ...toldBy(within('engine/strays', /new Error\((?!`the return of)/g)),
    ...toldBy(within('outside/rails/registry.ts', /new Error\((?=`the rail)/g)),
  ]
  expect(told.length).toBeGreaterThan(6)
  const isFramed = /^no se puede enviar ahora/
  const words = (sentence: string) => {
    const spanish = strayProblemWords(sentence, 'es')
    return isFramed.test(spanish) ? undefined : spanish
  }
  expect(wordless(told, words)).toEqual([])
  const codes = sourcesIn('outside/rails').flatMap((text) =>
    [
      ...text.matchAll(/'(beneficiary_\w+)'/g),
      ...text.matchAll(/state: 'rejected', code: [^'}]*'(\w+)' : '(\w+)'/g),
    ].flatMap(([, ...found]) => found),
  )
  expect(codes).toEqual(expect.arrayContaining(['displaced', 'reverted']))
  for (const code of codes)
    for (const language of ['en', 'es'] as const)
      expect(strayProblemWords(code, language)).not.toContain('_')
  expect(strayProblemWords('reverted', 'es')).toBe('la cadena no ejecutó nada de ella')
  expect(strayProblemWords('rpc.example: no answer', 'es')).toBe(
    'no se puede enviar ahora: «rpc.example: no answer»',
  )
  expect(strayProblemWords('authorization_expired', 'es')).toBe('no se ejecutó a tiempo')
})

describe('a refused version of the configuration', () => {
  test('has Spanish words for every problem that the service names, with the same facts', () => {
    const [pricing = '', tiers = ''] = sourcesIn('engine/quotes/pricing.ts')
      .join('')
      .split('function termsProblem')
      .slice(1)
      .join('')
      .split('function tierProblem')
    const ofSections = { sources: sourcesIn('desk/operator-file') }
    const told = [
      toldBy({ ...ofSections, beginning: /\.(?:problem|warning)\(|\breason(?::| =)\s/g }),
      // A page has no use for the list of what a file without content does not describe.
      toldBy({ ...ofSections, beginning: /new OperatorFileError\((?=\s+`)/g }).map(
        ({ sentence }) => ({ sentence, facts: [] }),
      ),
      toldBy(within('desk/operator-file/operator-file.ts', /function unknownKey[^}]*?return /g)),
      toldBy(within('desk/operator-file/sections/rails.ts', /: (?=`the rail)|=>\s+(?=`)/g)),
      toldBy(within('desk/operator-file/sections/enterprises/apply-route.ts', /\breturn /g)),
      toldBy(within('desk/operator-file/sections/enterprises/apply-route.ts', /names =\s/g)),
      toldBy(within('platform/calendars/hours.ts', /\breturn (?=`)/g)),
      toldBy(within('platform/http/schema-faults.ts', /\breturn (?!`must be \$)/g, 'name ')).map(
        ({ sentence }) => ({ sentence: sentence.replace('«1»', '7'), facts: [] }),
      ),
      toldBy({ sources: [pricing], beginning: /\breturn (?!`cost tier)/g }),
      toldBy({ sources: [tiers], beginning: /const before = /g }),
      toldBy({ sources: [tiers], beginning: /\breturn /g, before: 'cost tier 2 ' }),
    ]
    for (const [index, found] of told.entries()) {
      expect(found.length, `${index}`).toBeGreaterThan(0)
      expect(wordless(found, reasonInSpanish), `${index}`).toEqual([])
    }
  })

  test.each([
    ['bps must be text; put numbers in quotes, such as "10.00"', 'bps debe ser texto;'],
    ['the file must be a mapping', 'el archivo debe ser un mapa'],
    ['routes must be a list', 'routes debe ser una lista'],
    ['bps must be of type integer', 'bps debe ser un número entero'],
    ['tax_bps must be at most 10000', 'tax_bps debe ser como máximo 10000'],
  ])('of a wrong form has Spanish words: %s', (reason, spanish) =>
    expect(reasonInSpanish(reason)).toContain(spanish),
  )

  test('keeps the names of routes', () => {
    const known = 'Acme has no route X to enable or disable; its routes: USDC to COP and 2 more'
    expect(reasonInSpanish(known)).toMatch(/sus rutas: USDC to COP y 2 más$/)
    const pair = 'ALPHA does not trade USDC to NGN; it trades USDC to COP, USD to COP and 2 more'
    expect(reasonInSpanish(pair)).toMatch(/cambia USDC a COP, USD a COP y 2 más$/)
  })

  test('says where in the file, and frames what it has no words for', () => {
    const problem = [
      'version 3:5:7: PAR differs in payin_currency, which cannot change. Disable this route and create one with another name',
      `version 3:9:2: address ${OF_THE_DESK}`,
      'version 3:12:4: chain_id must be that of the endpoints',
      '... and 4 more',
    ].join('\n')
    expect(configurationProblems(problem, 'es')).toEqual([
      'línea 5, columna 7: PAR difiere en payin_currency, que no puede cambiar. Desactive esta ruta y cree una con otro nombre',
      'línea 9, columna 2: address debe ser una cuenta propia: esta dirección es de la mesa o de la cadena misma',
      'línea 12, columna 4: el servicio dice «chain_id must be that of the endpoints»',
      '… y 4 más',
    ])
    expect(fileFaults('has faults: file:3:5: ALPHA is named twice', 'en')).toBe(
      'The file has faults:\nline 3, column 5: ALPHA is named twice',
    )
    expect(
      fileFaults(
        'must describe routes only; `corridor apply --direct` on the server changes rails',
        'es',
      ),
    ).toBe(
      'El archivo solo puede describir rutas. `corridor apply --direct` en el servidor cambia rails.',
    )
    expect(fileFaults('must be a string', 'es')).toBeUndefined()
    expect(configurationProblems(problem, 'en')[2]).toBe(
      'line 12, column 4: chain_id must be that of the endpoints',
    )
  })
})

describe('what the service tells with a refusal', () => {
  const everywhere = [...all, ...sourcesIn('platform')]

  test('has Spanish words, with the same facts, wherever a page shows it', () => {
    // Others have sentences below and above.
    const told = [...TOLD_BY_THE_SERVICE]
      .filter((code) => code !== 'act_refused' && code !== 'statement_unreadable')
      .flatMap((code) =>
        expressionsAfter(
          everywhere,
          new RegExp(`'${code}',\\s*(?:\\{[^}]*\\}|\\d+|facts),\\s*`, 'g'),
        )
          .flatMap(toldIn)
          .filter(isSentence)
          .map(({ sentence, facts }) => ({ code, sentence, facts })),
      )
    expect(told.length).toBeGreaterThan(4)
    for (const { code, sentence, facts } of told) {
      const words = problemWords({ code, detail: sentence }, 'es')
      expect(words, code).not.toContain(sentence)
      for (const fact of facts) expect(words).toContain(fact)
      expect(problemWords({ code, detail: sentence }, 'en')).toContain(sentence)
    }
  })

  test('about a statement has Spanish words, with the same facts', () => {
    const statements = sourcesIn('desk/reconciliation')
    const inXml = sourcesIn('outside/rails/bank-files/read-xml.ts')
    const told = [
      ...expressionsAfter(statements, /new UnreadableStatement\(/g),
      ...expressionsAfter(statements, /\bunreadable\((?=['`])|, why: (?=')/g),
      ...expressionsAfter(statements, /\s(?:CSV|INVALID)_\w+:\s+/g),
      ...expressionsAfter(inXml, /new UnreadableFile\(/g),
    ]
      .flatMap(toldIn)
      .filter(isSentence)
    expect(told.length).toBeGreaterThan(38)
    expect(
      wordless(told, (text) => {
        const words = statementProblem(text, 'es')
        return words === text ? undefined : words
      }),
    ).toEqual([])
    expect(statementProblem('row 3 ends within quotes', 'es')).toBe(
      'fila 3: termina dentro de comillas',
    )
  })
})
