// Sentences that the service states in English, with facts in braces, and their Spanish.
import type { Language } from '../parts/amount.ts'
import type { Phrase } from '../parts/bilingual.ts'

/** The words for a fact. `name`: its name in the sentence. */
type FactWords = (fact: string, name: string) => string

const FACT = /\{(\w+)\}/g

/** `forms`: regular expressions for facts. A fact without one may be any text. The first sentence that matches counts. */
export function sentencesIn(
  sentences: readonly Phrase[],
  forms: Readonly<Record<string, string>> = {},
): (text: string, language: Language, words: FactWords) => string | undefined {
  const known = sentences.map((phrase) => ({ form: formOf(phrase[0], forms), phrase }))
  return (text, language, words) => {
    for (const { form, phrase } of known) {
      const found = form.exec(text)
      if (found !== null)
        return phrase[language === 'en' ? 0 : 1].replaceAll(FACT, (whole, name: string) =>
          words(found.groups?.[name] ?? whole, name),
        )
    }
    return undefined
  }
}

function formOf(english: string, forms: Readonly<Record<string, string>>): RegExp {
  const form = english
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll(FACT, (_, name: string) => `(?<${name}>${forms[name] ?? '.+?'})`)
  return new RegExp(`^${form}$`, 's')
}
