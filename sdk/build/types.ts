// Types of the API, generated from its description.
import openapiTS, { astToString } from 'openapi-typescript'

/** The text of a module of types. */
export const typesOf = async (description: string, from = 'openapi.json'): Promise<string> =>
  `// Generated from ${from} by \`npm run generate\`.\n` +
  astToString(await openapiTS(JSON.parse(description)))
