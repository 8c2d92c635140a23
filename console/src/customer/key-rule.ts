// Whether API keys are bound by the rule of a second person: an admin who sets an amount may think that they are.
type Settings = {
  second_person_from: readonly object[]
  second_person_for_keys: boolean
}

/** Undefined while no order needs a second person. */
export const keyRuleOf = (settings: Settings): 'free' | 'covered' | undefined => {
  if (settings.second_person_from.length === 0) return undefined
  return settings.second_person_for_keys ? 'covered' : 'free'
}
