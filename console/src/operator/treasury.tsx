// Is the money where the ledger says? Balances with differences first, and movements of the desk's own money.
import { useQuery } from '@tanstack/react-query'
import { useShown } from '../parts/address.ts'
import { Empty } from '../parts/answers.tsx'
import { oneOf } from '../parts/chips.tsx'
import { given } from '../parts/given.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { ListFilters, Period } from '../parts/list-filters.tsx'
import { Money, useMoneyText } from '../parts/money.tsx'
import { Page, Section } from '../parts/page.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { PagedTable, usePages } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { act, actAt, may, meQuery, readPage, type Schemas } from './api.ts'
import { Balances, balancesQuery } from './balances.tsx'
import { DeskAct } from './desk-act.tsx'
import { claimOfBalances, type Claim } from './headlines.ts'
import { accountsQuery } from './ledger-accounts.ts'
import { OfCurrency } from './rail-select.tsx'
import { Sweeps } from './sweeps.tsx'
import { Status, useWord } from './status-words.tsx'

const texts = bilingual({
  title: [
    (claim: Claim) => {
      if (claim.is === 'different')
        return claim.count === 1
          ? '1 balance differs from the ledger'
          : `${claim.count} balances differ from the ledger`
      if (claim.is === 'unchecked') return 'No balance was reported yet'
      if (claim.is === 'equal') return 'The money is where the ledger says'
      return claim.unchecked === 1
        ? 'Reported balances agree, 1 is not reported'
        : `Reported balances agree, ${claim.unchecked} are not reported`
    },
    (claim: Claim) => {
      if (claim.is === 'different')
        return claim.count === 1
          ? '1 saldo difiere del libro'
          : `${claim.count} saldos difieren del libro`
      if (claim.is === 'unchecked') return 'Aún no se informó ningún saldo'
      if (claim.is === 'equal') return 'El dinero está donde dice el libro'
      return claim.unchecked === 1
        ? 'Los saldos informados coinciden, 1 no se informó'
        : `Los saldos informados coinciden, ${claim.unchecked} no se informaron`
    },
  ],
  loading: ['Treasury', 'Tesorería'],
  balances: ['Balances', 'Saldos'],
  all: ['All', 'Todos'],
  movements: ["Movements of the desk's own money", 'Movimientos del dinero propio'],
  propose: ['Propose a movement', 'Proponer un movimiento'],
  from: ['From account', 'Desde la cuenta'],
  fromHint: [
    'Such as treasury, rail:sandbox or provider:ALPHA.',
    'Por ejemplo treasury, rail:sandbox o provider:ALPHA.',
  ],
  to: ['To account', 'Hacia la cuenta'],
  currency: ['Currency', 'Moneda'],
  amount: ['Amount', 'Monto'],
  evidence: ['Evidence', 'Prueba'],
  evidenceHint: [
    'Such as the number of a transfer.',
    'Por ejemplo el número de una transferencia.',
  ],
  before: ['Nothing is posted.', 'No hay asientos.'],
  proposed: [
    'It waits for approval. It is posted when it is sent and settled.',
    'Espera aprobación. Se asienta cuando se envía y se liquida.',
  ],
  status: ['Status', 'Estado'],
  created: ['Proposed', 'Propuesto'],
  acts: ['Acts', 'Actos'],
  none: ['No movement yet', 'Aún no hay movimientos'],
  why: [
    'Movements are how the desk funds a rail or a provider.',
    'Con movimientos la mesa envía fondos a un riel o a un proveedor.',
  ],
  step: {
    approve: [(amount: string) => `Approve ${amount}`, (amount: string) => `Aprobar ${amount}`],
    send: [
      (amount: string) => `Record ${amount} as sent`,
      (amount: string) => `Registrar ${amount} como enviado`,
    ],
    settle: [
      (amount: string) => `Record ${amount} as settled`,
      (amount: string) => `Registrar ${amount} como liquidado`,
    ],
    fail: [
      (amount: string) => `Record ${amount} as failed`,
      (amount: string) => `Registrar ${amount} como fallido`,
    ],
    cancel: [(amount: string) => `Cancel ${amount}`, (amount: string) => `Cancelar ${amount}`],
  },
  after: {
    approve: ['It may be sent. The ledger stays as it is.', 'Se puede enviar. El libro no cambia.'],
    send: ['The amount leaves its account: in_transit.', 'El monto sale de su cuenta: in_transit.'],
    settle: ['The amount arrives at its account.', 'El monto llega a su cuenta.'],
    fail: [
      'The amount comes back to the account it left.',
      'El monto vuelve a la cuenta de la que salió.',
    ],
    cancel: ['It ends without a posting.', 'Termina sin asiento.'],
  },
})

type Movement = Schemas['Movement']
const STATUSES = ['PROPOSED', 'APPROVED', 'SENT', 'SETTLED', 'FAILED', 'CANCELLED'] as const

export function Treasury() {
  const t = useText(texts)
  const word = useWord()
  const { data: me } = useQuery(meQuery)
  const { data: balances } = useQuery(balancesQuery)
  const [{ status, currency, from, to }] = useShown()
  const { sorting, sorted } = useSort('created')
  const asked = {
    ...given({ status: oneOf(STATUSES, status), currency }),
    ...createdIn({ from, to }),
    ...sorting,
  }
  const query = usePages(['operator', 'movements', asked], (pageParam) =>
    readPage('/operator/v1/movements', pageParam, asked),
  )
  const mayMove = may(me, 'move_money')
  const { data: known } = useQuery(accountsQuery)
  const accounts = ['treasury', ...(known?.accounts ?? [])]
  const field = (name: string, label: string, hint?: string) => ({
    name,
    label,
    ...(hint === undefined ? {} : { hint }),
  })
  return (
    <Page
      title={balances === undefined ? t.loading : t.title(claimOfBalances(balances))}
      acts={
        mayMove ? (
          <DeskAct
            label={t.propose}
            tone="primary"
            repeats
            fields={[
              { ...field('from_account', t.from, t.fromHint), suggested: accounts },
              { ...field('to_account', t.to), suggested: accounts },
              {
                ...field('currency', t.currency),
                read: (typed) => typed.trim().toUpperCase(),
                suggested: known?.currencies ?? [],
              },
              { ...field('amount', t.amount), amountIn: '' },
              { ...field('evidence', t.evidence, t.evidenceHint), isOptional: true },
            ]}
            before={t.before}
            after={t.proposed}
            run={(
              { from_account = '', to_account = '', currency = '', amount = '', evidence },
              reason,
            ) =>
              act(
                '/operator/v1/movements',
                {},
                {
                  from_account,
                  to_account,
                  currency,
                  amount,
                  reason,
                  ...(evidence === undefined || evidence === '' ? {} : { evidence }),
                },
              )
            }
          />
        ) : undefined
      }
    >
      <Section title={t.balances}>
        <Balances of={() => true} />
      </Section>
      <Sweeps />
      <Section title={t.movements}>
        <ListFilters
          views="desk.movements"
          status={[
            t.status,
            [[undefined, t.all], ...STATUSES.map((one) => [one, word(one)] as const)],
          ]}
        >
          <OfCurrency />
          <Period />
        </ListFilters>
        <PagedTable
          {...sorted}
          name="movements"
          label={t.movements}
          query={query}
          idOf={({ id }) => id}
          empty={
            <Empty title={t.none}>
              <p>{t.why}</p>
            </Empty>
          }
          columns={[
            { id: 'from', head: t.from, cell: (one) => one.from_account },
            { id: 'to', head: t.to, cell: (one) => one.to_account },
            { id: 'amount', head: t.amount, isMoney: true, cell: (one) => <Money {...one} /> },
            {
              id: 'status',
              head: t.status,
              cell: ({ status }) => <Status status={status} />,
            },
            { id: 'created', head: t.created, cell: (one) => <Time at={one.created_at} /> },
            {
              id: 'acts',
              head: t.acts,
              cell: (one) => (mayMove ? <Steps movement={one} /> : null),
            },
          ]}
        />
      </Section>
    </Page>
  )
}

function Steps({ movement }: { movement: Movement }) {
  const t = useText(texts)
  const money = useMoneyText()
  const amount = money(movement.amount, movement.currency)
  return (
    <div className="acts">
      {movement.allowed_acts.map((step) => (
        <DeskAct
          key={step}
          label={t.step[step](amount)}
          size="compact-xs"
          fields={[{ name: 'evidence', label: t.evidence, hint: t.evidenceHint, isOptional: true }]}
          before={`${movement.from_account} → ${movement.to_account}: ${movement.status}`}
          after={t.after[step]}
          done={() => null}
          run={({ evidence = '' }, reason) =>
            actAt(
              `/operator/v1/movements/{movement_id}/${step}`,
              { movement_id: movement.id },
              {
                reason,
                ...(evidence === '' ? {} : { evidence }),
              },
            )
          }
        />
      ))}
    </div>
  )
}
