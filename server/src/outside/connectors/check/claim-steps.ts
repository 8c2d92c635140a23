// The step of the check for claims. Its claims are of the year 2000, so that it stops no service that works with the
// connector.
import { claim } from '../claim.ts'
import { require, Skipped, type Step } from './steps.ts'
import type { Target } from './target.ts'

const older = {
  claimed_at: '2000-01-01T00:00:00.000Z',
  instance: '00000000-0000-0000-0000-000000000001',
}
const newer = {
  claimed_at: '2000-01-02T00:00:00.000Z',
  instance: '00000000-0000-0000-0000-000000000000',
}

export const claimStep = (target: Target, offersClaims: boolean): Step => ({
  about: 'claims',
  step: 'remembers the newest claim, and tells it to the owner of an older one',
  async run() {
    if (!offersClaims)
      return new Skipped('"claims" is not in its capabilities: it tells no two services apart')
    const put = (body: typeof newer) =>
      target.get({ method: 'POST', path: '/claim', body: JSON.stringify(body) }, claim)
    const first = await put(newer)
    require(first.claimed_at >= newer.claimed_at, 'an older claim was answered than was given')
    const second = await put(older)
    require(second.claimed_at === first.claimed_at &&
      second.instance === first.instance, 'an older claim replaced a newer one')
  },
})
