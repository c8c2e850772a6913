import { me } from '#contract/access/account'
import { merchantList } from '#contract/merchants/merchants'
import { load } from '../../platform/api/load.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { updateState } from '../../platform/session/session.ts'

const maxAttempts = 6
const restMs = 400

/** Opens the back office after onboarding was submitted: the server may take a second to create the merchant (which is awaited). */
export async function openPanel(merchantId?: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [account, merchants] = await Promise.all([load(me), load(merchantList)])
    const known = merchantId === undefined || merchants.some(({ id }) => id === merchantId)
    if (known || attempt === maxAttempts) {
      updateState({ account, merchants })
      return go(paths.root(), { replace: true })
    }
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
}
