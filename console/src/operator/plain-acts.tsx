// The acts on an object that need nothing but a reason and have no place of their own: each is a button with its words.
import { useText } from '../parts/language.tsx'
import { actAt } from './api.ts'
import { approvalTexts } from './approval-words.ts'
import { DeskAct } from './desk-act.tsx'
import { ActsOf, useActs } from './open-acts.tsx'

export function PlainActs({ subject }: { subject: string }) {
  return (
    <ActsOf subject={subject}>
      <Buttons />
    </ActsOf>
  )
}

function Buttons() {
  const { label: labels, does: told } = useText(approvalTexts)
  const does: Readonly<Record<string, string>> = told
  return (
    <div className="acts">
      {[...useActs().values()].map(({ act, path }) => {
        const label = labels[act]
        return label === undefined ? null : (
          <DeskAct
            key={act}
            act={act}
            label={label}
            size="xs"
            after={does[act]}
            run={(_values, reason) => actAt(path, {}, { reason })}
          />
        )
      })}
    </div>
  )
}
