// The facts of an approval for the person who decides: the object as it is now, the effect of the act, and the request, in
// words. An object that changed since the proposal makes the approval lapse, so its proposer saw the same.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMethodName } from '../customer/details.ts'
import { Id } from '../parts/copy.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { Conversion, Money, useMoneyText } from '../parts/money.tsx'
import { Facts } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import type { Schemas } from './api.ts'
import { ApprovalFile, isAskedFile } from './approval-file.tsx'
import { MovementBalances } from './movement-balances.tsx'
import { InstrumentLink, OrderLink, orderQuery } from './approval-names.tsx'
import { ApprovalSubject, fieldsOf, textOf } from './approval-subject.tsx'
import { approvalTexts } from './approval-words.ts'
import { EXITS, exitTexts } from './exit-words.ts'
import { useEnterprises } from './enterprises.tsx'
import { namesObject, nothingWord, valueWord } from './value-words.ts'
import { kindTexts } from './words.ts'

type Approval = Schemas['Approval']

const texts = bilingual({
  now: ['Now', 'Ahora'],
  after: ['If you approve it', 'Si lo aprueba'],
  asked: ['As it was asked', 'Como se pidió'],
  sent: ['The request as it was sent', 'La solicitud como se envió'],
})

const PARAMETERS: Readonly<Record<string, string>> = {
  ord: 'order_id',
  dep: 'deposit_id',
  rf: 'refund_id',
  str: 'stray_id',
  entry: 'entry_id',
  mv: 'movement_id',
  epi: 'instrument_id',
  org: 'organization_id',
  hlt: 'halt_id',
}

/** The parameters of the act's path, with its subject. The subject of an assigned deposit is its order. */
function paramsOf({ asked, subject }: Approval): Readonly<Record<string, unknown>> {
  const name = PARAMETERS[subject.split('_', 1)[0] ?? '']
  return {
    ...(name === undefined || subject.includes(':') ? {} : { [name]: subject }),
    ...fieldsOf(fieldsOf(asked)['params']),
  }
}

export type ActWords = { before: ReactNode; after: string; final: string | undefined }

/** The effect of the act, in the words of the page where it was proposed. */
export function useActWords(approval: Approval): ActWords {
  const { act } = approval
  const words = useText(exitTexts)
  const told = useText(approvalTexts)
  const money = useMoneyText()
  const id = textOf(paramsOf(approval)['order_id'])
  const { data: order } = useQuery({ ...orderQuery(id), enabled: id !== '' })
  const exit = EXITS.find((one) => `order.${one}` === act)
  const does: Readonly<Record<string, string>> = told.does
  if (exit === undefined) return { before: undefined, after: does[act] ?? act, final: undefined }
  const { after, final } = words.exit[exit]
  if (order === undefined) return { before: undefined, after: '', final }
  const about = {
    reference: order.reference_number,
    payin: money(order.payin.amount, order.payin.currency),
    payout: money(order.payout.amount, order.payout.currency),
  }
  return {
    before: <Conversion from={order.payin} to={order.payout} />,
    after: after(about),
    final,
  }
}

export function ApprovalAbout({ approval }: { approval: Approval }) {
  const t = useText(texts)
  const { after, final } = useActWords(approval)
  const { params, body } = fieldsOf(approval.asked)
  return (
    <>
      {Object.keys(paramsOf(approval)).length === 0 && approval.subject === '' ? null : (
        <>
          <h3>{t.now}</h3>
          <ApprovalSubject
            params={paramsOf(approval)}
            act={approval.act}
            subject={approval.subject}
          />
        </>
      )}
      <h3>{t.after}</h3>
      <p>{after}</p>
      {final === undefined ? null : <p className="note bad">{final}</p>}
      {isAskedFile(body) ? (
        <ApprovalFile body={body} isPending={approval.status === 'PENDING'} />
      ) : (
        <Asked asked={{ ...fieldsOf(params), ...fieldsOf(body) }} subject={approval.subject} />
      )}
      {approval.act === 'movement.propose' ? <MovementBalances asked={fieldsOf(body)} /> : null}
      <details className="others">
        <summary>{t.sent}</summary>
        <pre className="json" tabIndex={0}>
          {JSON.stringify(approval.asked, null, 2)}
        </pre>
      </details>
    </>
  )
}

/** The request without the object of the act. */
function Asked({ asked, subject }: { asked: Readonly<Record<string, unknown>>; subject: string }) {
  const t = useText(texts)
  const told = useText(approvalTexts)
  const names: Readonly<Record<string, string>> = told.field
  const currency = textOf(asked['currency'])
  const facts = Object.entries(asked)
    .filter(([name, value]) => name !== 'reason' && value !== undefined)
    .filter(([name, value]) => value !== subject || !namesObject(name))
    .filter(([name]) => !(name === 'currency' && typeof asked['amount'] === 'string'))
    .map(
      ([name, value]) =>
        [
          names[name] ?? name.replaceAll('_', ' '),
          <Value key={name} name={name} value={value} currency={currency} />,
        ] as const,
    )
  if (facts.length === 0) return null
  return (
    <>
      <h3>{t.asked}</h3>
      <Facts facts={facts} />
    </>
  )
}

function Value({ name, value, currency }: { name: string; value: unknown; currency: string }) {
  const told = useText(approvalTexts)
  const kinds: Readonly<Record<string, string>> = useText(kindTexts).kind
  const { language } = useLanguage()
  const methodName = useMethodName()
  const { nameOf } = useEnterprises()
  const names: Readonly<Record<string, string>> = told.field
  if (value === null) return nothingWord(language, name)
  if (typeof value === 'boolean') return value ? told.yes : told.no
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (
      <div key={index}>
        <Value name={name} value={one} currency={currency} />
      </div>
    ))
  if (typeof value === 'object')
    return Object.entries(value).map(([part, inner]) => (
      <div key={part}>
        {names[part] ?? part.replaceAll('_', ' ')}:{' '}
        <Value name={part} value={inner} currency={currency} />
      </div>
    ))
  const text = String(value)
  if (name === 'order_id') return <OrderLink id={text} />
  if (name === 'external_payment_instrument_id') return <InstrumentLink id={text} />
  if (name === 'enterprise_ids') return <span title={text}>{nameOf(text)}</span>
  if (name === 'amount' && currency !== '') return <Money amount={text} currency={currency} />
  if (name === 'kind') return kinds[text] ?? text
  if (name === 'method') return methodName(text)
  if (/^[a-z]+_[0-9a-z]{26}$/.test(text)) return <Id id={text} />
  return Number.isNaN(Date.parse(text)) || !/^\d{4}-\d{2}-\d{2}T/.test(text) ? (
    (valueWord(language, name, text) ?? text)
  ) : (
    <Time at={text} />
  )
}
