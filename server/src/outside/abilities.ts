// Abilities of adapters: the optional parts of the two ports. Each kind declares its own, and the tests of the promises
// compare an opened adapter with them.

/** `setting`: only with a setting of its own. `other_side`: if the other side supports it, which it says itself. */
export type Extent = 'yes' | 'setting' | 'other_side'

/** An ability that is absent is lacking. */
export type Abilities<Ability extends string> = Readonly<Partial<Record<Ability, Extent>>>

/** Optional parts that only tune an adapter. */
type Tuning = 'canCancel' | 'close' | 'isOpening' | 'pollEveryMs' | 'problems' | 'readWithinMs'

export type AbilityOf<Port> = Exclude<
  {
    [Part in keyof Port]-?: Partial<Pick<Port, Part>> extends Pick<Port, Part> ? Part : never
  }[keyof Port],
  Tuning
>
