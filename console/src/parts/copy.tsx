// Copies text by a click, and says so for a moment. Identifiers are short, and whole on hover.
import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { bilingual, useText } from './language.tsx'
import { shortId } from './short-id.ts'

export { shortId }

const texts = bilingual({
  copy: ['Copy', 'Copiar'],
  copied: ['Copied', 'Copiado'],
  copyWhat: [(what: string) => `Copy ${what}`, (what: string) => `Copiar ${what}`],
})
const SHOWN_MS = 1500

export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return { copied, copy: (text) => void write(text).then(() => setCopied(true)) }
}

// Browsers offer the clipboard only on https and localhost.
async function write(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  return undefined
}

/** The prefix and the last six characters of an identifier. */
export function Id({ id }: { id: string }) {
  const t = useText(texts)
  const { copied, copy } = useCopy()
  return (
    <Tooltip label={copied ? t.copied : id} withArrow>
      <button
        type="button"
        className="plain id"
        aria-label={`${shortId(id)}: ${t.copyWhat(id)}`}
        onClick={(event) => {
          event.stopPropagation()
          copy(id)
        }}
      >
        {shortId(id)}
      </button>
    </Tooltip>
  )
}

/** A value in full with a button that copies it. */
export const Copyable = ({ value, label }: { value: string; label: string }) => (
  <span className="copyable">
    <span className="code">{value}</span>
    <CopyButton value={value} label={label} />
  </span>
)

export function CopyButton({ value, label }: { value: string; label: string }) {
  const t = useText(texts)
  const { copied, copy } = useCopy()
  return (
    <button
      type="button"
      className="plain copy"
      aria-label={t.copyWhat(label)}
      onClick={() => copy(value)}
    >
      {copied ? t.copied : t.copy}
    </button>
  )
}
