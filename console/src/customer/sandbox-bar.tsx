// The bar of a sandbox: nobody can mistake it for the live service. Whoever may prepare orders funds them here, moves the
// clock and starts scenarios.
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { followService, useNow } from '../parts/clock.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { dateAndTime } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { useMay } from './rights.tsx'

const texts = bilingual({
  sandbox: ['Sandbox', 'Sandbox'],
  simulated: ['All money here is simulated.', 'Aquí todo el dinero es simulado.'],
  clock: ['Clock', 'Reloj'],
  ahead: [
    'Everything that becomes due happens at once. The clock of a sandbox never goes back.',
    'Todo lo que vence ocurre de inmediato. El reloj de un sandbox nunca retrocede.',
  ],
  minutes: ['Move ahead 10 minutes', 'Adelantar 10 minutos'],
  hours: ['Move ahead 2 hours', 'Adelantar 2 horas'],
  day: ['Move ahead 1 day', 'Adelantar 1 día'],
  scenarios: ['Scenarios', 'Escenarios'],
  scenariosHow: [
    'A payin total with this ending makes the sandbox behave so. Choose one to begin a quote with it.',
    'Un total de entrada con esta terminación hace que el sandbox se comporte así. Elija uno para empezar una cotización.',
  ],
  use: ['Quote it', 'Cotizarlo'],
  fund: ['Fund an order', 'Enviar fondos a una orden'],
  none: ['No order awaits funding.', 'Ninguna orden espera fondos.'],
  close: ['Close', 'Cerrar'],
})

const MINUTE_MS = 60_000

export function SandboxBar({ organization }: { organization: string }) {
  const t = useText(texts)
  const may = useMay()
  return (
    <div className="sandbox-bar" role="region" aria-label={t.sandbox}>
      <b>{t.sandbox}</b> <span className="wide">{t.simulated}</span>
      <span className="grow" />
      {may('prepare') ? <Controls organization={organization} /> : null}
    </div>
  )
}

function Controls({ organization }: { organization: string }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const [open, setOpen] = useState<'none' | 'clock' | 'scenarios' | 'fund'>('none')
  const close = () => setOpen('none')
  const nowMs = useNow()
  const moves = [
    [t.minutes, 10 * MINUTE_MS],
    [t.hours, 120 * MINUTE_MS + 1000],
    [t.day, 1440 * MINUTE_MS],
  ] as const
  const small = { variant: 'white', color: 'dark', size: 'compact-xs' } as const
  return (
    <>
      <Button {...small} onClick={() => setOpen('fund')}>
        {t.fund}
      </Button>
      <Button {...small} onClick={() => setOpen('scenarios')}>
        {t.scenarios}
      </Button>
      <Button {...small} onClick={() => setOpen('clock')}>
        {t.clock} <span className="wide figures">&nbsp;{dateAndTime(nowMs, language)}</span>
      </Button>
      <Modal
        opened={open === 'clock'}
        onClose={close}
        title={t.clock}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <p>{dateAndTime(nowMs, language)}</p>
        <p className="dim">{t.ahead}</p>
        <div className="acts">
          {moves.map(([label, ms]) => (
            <Act
              key={label}
              label={label}
              run={() => corridor.sandbox.moveClock({ advance_ms: ms })}
              onDone={({ now }) => followService(now)}
            />
          ))}
        </div>
      </Modal>
      <Modal
        opened={open === 'scenarios'}
        onClose={close}
        title={t.scenarios}
        lockScroll={false}
        size="lg"
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Scenarios organization={organization} close={close} />
      </Modal>
      <Modal
        opened={open === 'fund'}
        onClose={close}
        title={t.fund}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <FundOrder organization={organization} close={close} />
      </Modal>
    </>
  )
}

function Scenarios({ organization, close }: { organization: string; close: () => void }) {
  const t = useText(texts)
  const router = useRouter()
  const query = useQuery({
    queryKey: ['scenarios'],
    queryFn: () => corridor.sandbox.scenarios(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Answer query={query}>
      {(scenarios) => (
        <>
          <p className="dim">{t.scenariosHow}</p>
          <ul className="choices">
            {scenarios.map(({ name, outcome, payin_total: total }) => (
              <li key={name}>
                <div>
                  <span className="code">{name}</span>
                  <p>{outcome}</p>
                </div>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`${t.use}: ${name}`}
                  onClick={() => {
                    close()
                    void router.navigate({
                      to: '/$organization/quote',
                      params: { organization },
                      search: { payin: total },
                    })
                  }}
                >
                  <Money amount={total} currency="" />
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Answer>
  )
}

function FundOrder({ organization, close }: { organization: string; close: () => void }) {
  const t = useText(texts)
  const router = useRouter()
  const query = useQuery({
    queryKey: [organization, 'orders', 'to fund'],
    queryFn: () =>
      corridor.orders.list(organization, { status: 'STEP_1_AWAITING_FUNDING', limit: 20 }).page(),
  })
  return (
    <Answer query={query}>
      {({ data: orders }) =>
        orders.length === 0 ? (
          <p>{t.none}</p>
        ) : (
          <ul className="choices">
            {orders.map(({ id, reference_number: reference, payin }) => (
              <li key={id}>
                <div>
                  {reference}
                  <p>
                    <Money
                      amount={payin.total}
                      currency={payin.external_payment_instrument.currency}
                    />
                  </p>
                </div>
                <Act
                  label={t.fund}
                  size="xs"
                  run={() => corridor.orders.simulateDemoFunding(organization, id)}
                  onDone={() => {
                    close()
                    void router.navigate({
                      to: '/$organization/orders/$order',
                      params: { organization, order: id },
                    })
                  }}
                />
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  )
}
