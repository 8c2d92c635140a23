// The acts on objects of one kind: how an object is found, and which acts there are. They are endpoints, and the list of open
// acts of such an object.
import type { Static, TObject } from 'typebox'
import type { Api } from '../../platform/http/api-type.ts'
import type { Prefix } from '../../platform/ids.ts'
import type { Operator } from '../operators/operator.ts'
import { isAllowed, type Right } from '../operators/roles.ts'
import type { Closed } from './closed.ts'
import { addAct, hasForm, type Act, type ActDeps } from './act.ts'
import type { About } from './execution.ts'
import type { ActOnObject, Targets } from './registry.ts'

/** Objects without a TypeID are `user:LOGIN` and `configuration:NUMBER`, as in the audit trail, and `queue:KIND:SUBJECT`. */
type Named = 'user' | 'configuration' | 'queue'

type KindOfObject<P extends TObject, Found> = {
  kind: Prefix | Named
  /** The parameters in the path of its acts. */
  params: P
  /** The parameters of an object, if they are more than its identifier. Undefined if it does not exist. */
  locate?(operator: Operator, subject: string): Promise<Static<P> | undefined>
  find(operator: Operator, params: Static<P>): Promise<Found | undefined>
  about(found: Found): About
  /** The right that the list needs for such objects. Default: `read`. Others get no list of their acts. */
  readRight?: Right
}

/** `find` and `about` are those of the kind. Another `about` needs the body: the list has that of the kind. */
type ActOn<P extends TObject, B extends TObject, Found> = Omit<
  Act<P, B, Found>,
  'params' | 'find' | 'about'
> & {
  about?(found: Found, body: Static<B>): About
  /** Why this operator cannot do what others can. The list says it; `carryOut` refuses it. */
  closedTo?(found: Found, operator: Operator): Closed | null
  /** Other objects that the body can name, if the act needs one. */
  targets?(found: Found): Targets | null
}

type WithNamed<Found, Named> = { found: Found; named: Named }

/** An act whose body names something else that it needs. The list says whether the object itself is open to it. */
type ActNaming<P extends TObject, B extends TObject, Found, Named> = Omit<
  Act<P, B, WithNamed<Found, Named>>,
  'params' | 'find' | 'about' | 'closed'
> & {
  /** What the body names. Undefined if there is no such thing, or the operator does not see it: 404. */
  named(found: Found, body: Static<B>, operator: Operator): Promise<Named | undefined>
  about?(subject: WithNamed<Found, Named>, body: Static<B>): About
  closed?(found: Found): Closed | null
}

type ActsOn<P extends TObject, Found> = {
  add<B extends TObject>(act: ActOn<P, B, Found>): void
  addNaming<B extends TObject, Named>(act: ActNaming<P, B, Found, Named>): void
  /** Lists an act that `addAct` adds, because it finds more than objects of the kind. */
  list(act: Pick<Act<P, TObject, Found>, 'name' | 'operationId' | 'path' | 'closed'>): void
}

export function actsOn<P extends TObject, Found>(
  api: Api,
  deps: ActDeps,
  { kind, params, locate, find, about, readRight = 'read' }: KindOfObject<P, Found>,
): ActsOn<P, Found> {
  const acts: ((found: Found, asked: Static<P>, operator: Operator) => ActOnObject)[] = []
  deps.acts.ofKinds.push(async (operator, subject) => {
    if (!subject.startsWith(startOf(kind)) || !maySee(operator, readRight)) return undefined
    const asked =
      locate === undefined ? paramsOf(kind, params, subject) : await locate(operator, subject)
    if (asked === undefined) return undefined
    const found = await find(operator, asked)
    return found && acts.map((one) => one(found, asked, operator))
  })
  const list = (
    act: Pick<
      ActOn<P, TObject, Found>,
      'name' | 'operationId' | 'path' | 'closed' | 'closedTo' | 'targets'
    >,
  ) => {
    deps.acts.listed.add(act.name)
    acts.push((found, asked, operator) => ({
      name: act.name,
      operationId: act.operationId,
      path: filled(act.path, asked),
      about: about(found),
      closed: act.closed?.(found) ?? act.closedTo?.(found, operator) ?? null,
      targets: act.targets?.(found) ?? null,
    }))
  }
  return {
    list,
    add({ targets, closedTo, ...act }) {
      addAct(api, deps, { about, ...act, params, find })
      list({
        ...act,
        ...(closedTo === undefined ? {} : { closedTo }),
        ...(targets === undefined ? {} : { targets }),
      })
    },
    addNaming({ named, closed: closedFor, ...act }) {
      addAct(api, deps, {
        about: ({ found }) => about(found),
        ...act,
        params,
        async find(operator, asked, body) {
          const found = await find(operator, asked)
          const other = found && (await named(found, body, operator))
          return found === undefined || other === undefined ? undefined : { found, named: other }
        },
        closed: ({ found }) => closedFor?.(found) ?? null,
      })
      const { name, operationId, path } = act
      list({ name, operationId, path, closed: (found) => closedFor?.(found) ?? null })
    },
  }
}

// `find` must not decide it: whoever approves an act may lack the right of its proposer.
const maySee = (operator: Operator, right: Right): boolean =>
  operator.isDirect === true || isAllowed(operator, right)

function paramsOf<P extends TObject>(
  kind: Prefix | Named,
  params: P,
  subject: string,
): Static<P> | undefined {
  const [name, ...others] = Object.keys(params.properties)
  if (name === undefined || others.length > 0) throw new Error(`${kind} is found by one parameter`)
  const asked = { [name]: isNamed(kind) ? subject.slice(startOf(kind).length) : subject }
  return hasForm(params, asked) ? asked : undefined
}

const isNamed = (kind: Prefix | Named): boolean =>
  kind === 'user' || kind === 'configuration' || kind === 'queue'

const startOf = (kind: Prefix | Named): string => (isNamed(kind) ? `${kind}:` : `${kind}_`)

/** The path of an act with the parameters that name its object. */
const filled = (path: string, params: object): string =>
  Object.entries(params).reduce(
    (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )
