// Where the payer sends the funds: each part to copy, all of it at once, a QR code and a link that opens a wallet.
import type { Order } from '@corridor/sdk'
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Copyable, CopyButton, useCopy } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { payinOf } from './order-row.tsx'
import { detailName, detailTexts } from './details.ts'
import { ExplorerLink } from './explorer-link.tsx'
import { walletLink } from './wallet-link.ts'

const texts = bilingual({
  title: ['Send the funds here', 'Envíe los fondos aquí'],
  amount: ['Exactly', 'Exactamente'],
  network: ['Network', 'Red'],
  reference: ['Payment reference', 'Referencia del pago'],
  all: ['Copy all', 'Copiar todo'],
  copied: ['Copied', 'Copiado'],
  wallet: ['Open in a wallet', 'Abrir en una billetera'],
  scan: ['QR code of the address and the amount', 'Código QR de la dirección y el monto'],
  scanPlain: ['QR code of these instructions', 'Código QR de estas instrucciones'],
  sandbox: [
    'This is a sandbox: nobody owns the address. Send no real money to it: payments are simulated.',
    'Esto es un sandbox: la dirección no es de nadie. No envíe dinero real: los pagos se simulan.',
  ],
})

const QrCode = lazy(async () => {
  const { QRCodeSVG } = await import('qrcode.react')
  return { default: QRCodeSVG }
})

export function Funding({ order, isSandbox }: { order: Order; isSandbox: boolean }) {
  const t = useText(texts)
  const names = useText(detailTexts)
  const { copied, copy } = useCopy()
  const paid = payinOf(order)
  const { details, method } = order.funding_instructions
  // The details of an EVM address name their chain.
  const network: [string, string][] = method === 'SOLANA_ADDRESS' ? [[t.network, 'Solana']] : []
  const fields = Object.entries(details).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' ? [[detailName(names, name), value]] : [],
  )
  const parts = [...network, ...fields]
  // Nobody owns the addresses of a sandbox: real money sent there would be lost.
  const link = isSandbox ? undefined : walletLink(order)
  const everything = [
    `${t.amount}: ${paid.amount} ${paid.currency}`,
    ...parts.map(([name, value]) => `${name}: ${value}`),
    `${t.reference}: ${order.reference_number}`,
  ].join('\n')
  return (
    <Section
      title={t.title}
      acts={
        <Button variant="default" size="xs" onClick={() => copy(everything)}>
          {copied ? t.copied : t.all}
        </Button>
      }
    >
      <div className="funding">
        <dl className="instruction">
          <div className="big">
            <dt>{t.amount}</dt>
            <dd>
              <Money {...paid} /> <CopyButton value={paid.amount} label={t.amount} />
            </dd>
          </div>
          {parts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Copyable value={value} label={name} />
                {'address' in details && details.address === value ? (
                  <ExplorerLink instrument={order.funding_instructions} kind="address" id={value} />
                ) : null}
              </dd>
            </div>
          ))}
          <div>
            <dt>{t.reference}</dt>
            <dd>
              <Copyable value={order.reference_number} label={t.reference} />
            </dd>
          </div>
        </dl>
        <div>
          <div className="qr">
            <Suspense fallback={<div style={{ width: 176, height: 176 }} />}>
              <QrCode
                value={link ?? everything}
                size={176}
                title={link === undefined ? t.scanPlain : t.scan}
              />
            </Suspense>
          </div>
          {isSandbox ? <p className="dim no-wallet">{t.sandbox}</p> : null}
          {link === undefined ? null : (
            <Button variant="default" size="xs" mt="sm" component="a" href={link}>
              {t.wallet}
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}
