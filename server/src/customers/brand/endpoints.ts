// The desk's name and look for pages, without a key: the sign-in shows them, too.
import type { App } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { hashOfMark, markOf, type PresentBrand } from './brand.ts'

const hidden = { schema: { hide: true } }

export function brandEndpoints(app: App, { brand }: { brand: PresentBrand }): void {
  app.get('/brand', hidden, async (_request, reply) => {
    const present = await brand()
    const mark = markOf(present)
    return reply.header('cache-control', 'no-cache').send({
      data: {
        name: present.name ?? null,
        accent: present.accent ?? null,
        contact: present.contact ?? null,
        mark: mark === undefined ? null : `/brand/${hashOfMark(mark)}.png`,
      },
    })
  })

  app.get<{ Params: { file: string } }>('/brand/:file', hidden, async (request, reply) => {
    const mark = markOf(await brand())
    if (mark === undefined || request.params.file !== `${hashOfMark(mark)}.png`)
      throw failure('not_found')
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      })
      .type('image/png')
      .send(mark)
  })
}
