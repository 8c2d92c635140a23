// The references of the customers' API and of the operator API: one program, two documents.
import fastify, { type FastifyInstance } from 'fastify'

type Reference = { url: string; title: string }
export const REFERENCES: ReadonlyMap<string, Reference> = new Map([
  ['/docs/reference/', { url: '/openapi.json', title: 'Corridor API' }],
  ['/docs/operator-reference/', { url: '/operator/openapi.json', title: 'Corridor operator API' }],
])
/** Hands the sandbox's key to the reference. */
const OWN_SCRIPT = '/docs/assets/reference.js'
const FILE = 'js/scalar.js'
export const SCRIPT_OF_REFERENCE = `/docs/reference/${FILE}`

export async function referencePage(path: string): Promise<string> {
  const about = REFERENCES.get(path)
  if (about === undefined) throw new Error(`there is no reference at ${path}`)
  const html = (await fileOf(about, '')).toString()
  const page = html
    .replace(`src="${FILE}"`, `src="${SCRIPT_OF_REFERENCE}"`)
    .replace('</script>', `</script>\n    <script src="${OWN_SCRIPT}"></script>`)
    .replace('Scalar.createApiReference(', 'showReference(')
  if (!page.includes(SCRIPT_OF_REFERENCE) || !page.includes('showReference('))
    throw new Error('the reference loads another script')
  return page
}

export const referenceScript = (): Promise<Buffer> => fileOf({ url: '/', title: '' }, FILE)

/** Loaded on the first request, since it takes 4 MB. */
async function fileOf(about: Reference, file: string): Promise<Buffer> {
  const service = await openReference(about)
  const answer = await service.inject({ method: 'GET', url: `/reference/${file}` })
  await service.close()
  if (answer.statusCode !== 200) throw new Error(`the reference has no file "${file}"`)
  return answer.rawPayload
}

async function openReference({ url, title }: Reference): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const service = fastify()
  await service.register(reference, {
    routePrefix: '/reference',
    // Switch off everything that contacts other hosts.
    configuration: {
      url,
      title,
      pageTitle: title,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return service
}
