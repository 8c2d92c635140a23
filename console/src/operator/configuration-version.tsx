// One version of the configuration: what it changed, what differs from another one, and the acts on it.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Facts } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { act, actFor, readQuery, type Schemas } from './api.ts'
import { Changes, configurationTexts, Problems, versionsQuery } from './configuration-words.tsx'
import { DeskAct } from './desk-act.tsx'
import { ActsOf } from './open-acts.tsx'
import { shapeOfStatus } from './words.ts'

type OneVersion = Schemas['ConfigurationVersion']

const texts = bilingual({
  kind: ['Made by', 'Hecha por'],
  apply: ['a file', 'un archivo'],
  rollback: ['a way back to an earlier version', 'una vuelta a una versión anterior'],
  reason: ['Reason', 'Motivo'],
  created: ['Accepted', 'Aceptada'],
  settled: ['Settled', 'Resuelta'],
  problem: ['Problem', 'Problema'],
  compare: ['What differs from another version', 'Qué difiere de otra versión'],
  other: ['Other version', 'Otra versión'],
  choose: ['choose one', 'elija una'],
  first: ['before version 1', 'antes de la versión 1'],
  number: [(number: number) => `version ${number}`, (number: number) => `versión ${number}`],
  between: [
    (from: string, to: string) => `From ${from} to ${to}, the latest change first:`,
    (from: string, to: string) => `De ${from} a ${to}, el último cambio primero:`,
  ],
  none: [
    'No version became effective between them.',
    'Ninguna versión entró en vigor entre ellas.',
  ],
  back: [
    (number: number) => `Go back to version ${number}`,
    (number: number) => `Volver a la versión ${number}`,
  ],
  backToFirst: ['Go back to before version 1', 'Volver a antes de la versión 1'],
  later: ['Later versions count.', 'Valen las versiones posteriores.'],
  all: ['All versions count.', 'Valen todas las versiones.'],
  earlier: [
    'Routes get back the terms that they had then, as a new version. Routes that were created since are disabled. Everything else stays as it is.',
    'Las rutas recuperan las condiciones de entonces, como versión nueva. Las creadas desde entonces se desactivan. Todo lo demás queda como está.',
  ],
  withdraw: [
    (number: number) => `Withdraw version ${number}`,
    (number: number) => `Retirar la versión ${number}`,
  ],
  waits: ['It becomes effective at its instant.', 'Entra en vigor en su instante.'],
  gone: ['It never becomes effective.', 'Nunca entra en vigor.'],
  made: [
    (number: number) => `It is version ${number}.`,
    (number: number) => `Es la versión ${number}.`,
  ],
  same: [
    'The routes are so already: there is no new version.',
    'Las rutas ya están así: no hay versión nueva.',
  ],
})

export function VersionState({ status }: { status: OneVersion['status'] }) {
  const words = useText(configurationTexts)
  return <State word={words[status]} shape={shapeOfStatus(status)} />
}

export function Version({ number }: { number: string }) {
  const t = useText(texts)
  const words = useText(configurationTexts)
  const query = useQuery(readQuery('/operator/v1/configuration/versions/{number}', { number }))
  return (
    <Answer query={query}>
      {(version) => (
        <>
          <Facts
            facts={{
              [words.version]: String(version.number),
              [words.state]: <VersionState status={version.status} />,
              [t.kind]: t[version.kind],
              [words.by]: loginOf(version.actor),
              [t.reason]: version.reason,
              [t.created]: <Time at={version.created_at} />,
              [words.from]:
                version.effective_from === null ? null : <Time at={version.effective_from} />,
              [t.settled]: version.settled_at === null ? null : <Time at={version.settled_at} />,
              [t.problem]: version.problem === null ? null : <Problems text={version.problem} />,
            }}
          />
          <h3>{words.changes}</h3>
          <Changes changes={version.changes} />
          <ActsOf subject={`configuration:${version.number}`}>
            <VersionActs version={version} />
          </ActsOf>
          {version.status === 'effective' ? <Compare version={version} /> : null}
        </>
      )}
    </Answer>
  )
}

function VersionActs({ version }: { version: OneVersion }) {
  const t = useText(texts)
  const { data: versions = [] } = useQuery(versionsQuery)
  const { number, status } = version
  const isLatest = effectiveOf(versions).at(-1)?.number === number
  const back = (to: number, label: string, before: string) => (
    <DeskAct
      key={to}
      act="configuration.rollback"
      label={label}
      before={before}
      after={t.earlier}
      run={(_values, reason) =>
        act('/operator/v1/configuration/versions/{number}/rollback', { number: to }, { reason })
      }
      done={({ version }) => (version === null ? t.same : t.made(version.number))}
    />
  )
  return (
    <div className="acts">
      {status === 'effective' && !isLatest ? back(number, t.back(number), t.later) : null}
      {status === 'effective' && number === 1 ? back(0, t.backToFirst, t.all) : null}
      {status === 'pending' ? (
        <DeskAct
          act="configuration.withdraw"
          label={t.withdraw(number)}
          tone="danger"
          before={t.waits}
          after={t.gone}
          run={actFor('/operator/v1/configuration/versions/{number}/withdraw', { number })}
        />
      ) : null}
    </div>
  )
}

const instantOf = ({ settled_at: settled, created_at: created }: OneVersion) => settled ?? created

/** In the order of their instants, which need not be that of their numbers. */
const effectiveOf = (versions: readonly OneVersion[]): OneVersion[] =>
  versions
    .filter(({ status }) => status === 'effective')
    .toSorted((a, b) =>
      instantOf(a) < instantOf(b) ? -1 : instantOf(a) > instantOf(b) ? 1 : a.number - b.number,
    )

/** The versions that became effective after the one and no later than the other. Undefined is before all versions. */
function versionsBetween(
  versions: readonly OneVersion[],
  one: OneVersion | undefined,
  other: OneVersion | undefined,
): OneVersion[] {
  const effective = effectiveOf(versions)
  const place = (version: OneVersion | undefined) =>
    effective.findIndex(({ number }) => number === version?.number)
  const [from = 0, to = 0] = [place(one), place(other)].toSorted((a, b) => a - b)
  return effective.slice(from + 1, to + 1).toReversed()
}

const BEFORE_ALL = '0'

function Compare({ version }: { version: OneVersion }) {
  const t = useText(texts)
  const [chosen, setChosen] = useState('')
  const query = useQuery(versionsQuery)
  return (
    <>
      <h3>{t.compare}</h3>
      <Answer query={query} lines={2}>
        {(versions) => {
          const others = versions.filter(
            (one) => one.status === 'effective' && one.number !== version.number,
          )
          const other = others.find(({ number }) => String(number) === chosen)
          const changed = versionsBetween(versions, version, other)
          const isLater = changed.some(({ number }) => number === version.number)
          const names = [
            other === undefined ? t.first : t.number(other.number),
            t.number(version.number),
          ]
          const [from = '', to = ''] = isLater ? names : names.toReversed()
          return (
            <>
              <NativeSelect
                label={t.other}
                value={chosen}
                data={[
                  { value: '', label: t.choose },
                  ...others.map(({ number }) => ({
                    value: String(number),
                    label: t.number(number),
                  })),
                  { value: BEFORE_ALL, label: t.first },
                ]}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              />
              {chosen === '' ? null : (
                <div role="status">
                  <p className="dim">{changed.length === 0 ? t.none : t.between(from, to)}</p>
                  {changed.length === 0 ? null : (
                    <Changes changes={changed.flatMap(({ changes }) => changes.toReversed())} />
                  )}
                </div>
              )}
            </>
          )
        }}
      </Answer>
    </>
  )
}
