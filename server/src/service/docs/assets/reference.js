// The script of the references: in a sandbox, "Test Request" works at once with the key that the documents keep for this tab.
// It names the reader's organization in place of the example, and gives each operation a fresh Idempotency-Key.
'use strict'

const KEY_OF_TAB = 'corridor-key'
const EXAMPLE_ORGANIZATION = /org_01jqe8m2x4fv5s0t6w7y8z9abc/g
const EXAMPLE_IDEMPOTENCY_KEY = /018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f/g

/** Storage may be switched off. */
function keyOfTab() {
  try {
    return sessionStorage.getItem(KEY_OF_TAB)
  } catch {
    return null
  }
}

/** The page's own script calls it. */
globalThis.showReference = async (element, config) => {
  const key = keyOfTab()
  const tried = key !== null && config.url === '/openapi.json' ? await forReader(config, key) : null
  Scalar.createApiReference(element, tried ?? config)
}

/** The reference sends every example, and a list filtered by all of them is empty. */
function dropFilters(parameters) {
  for (const parameter of parameters)
    if (parameter.in === 'query' && parameter.name !== 'limit') {
      delete parameter.example
      delete parameter.schema.examples
    }
}

/** Null if the key does not work any more: the reference then shows its examples. */
async function forReader({ url, ...config }, key) {
  try {
    const headers = { authorization: `Bearer ${key}` }
    const [listed, description] = await Promise.all([
      fetch('/v1/organizations?limit=1', { headers }),
      fetch(url),
    ])
    if (!listed.ok || !description.ok) return null
    const { data } = await listed.json()
    const text = (await description.text())
      .replace(EXAMPLE_ORGANIZATION, data[0].id)
      .replace(EXAMPLE_IDEMPOTENCY_KEY, () => crypto.randomUUID())
    const content = JSON.parse(text)
    for (const methods of Object.values(content.paths))
      for (const { parameters = [] } of Object.values(methods)) dropFilters(parameters)
    return {
      ...config,
      content,
      authentication: {
        preferredSecurityScheme: 'apiKey',
        securitySchemes: { apiKey: { token: key } },
      },
    }
  } catch {
    return null
  }
}
