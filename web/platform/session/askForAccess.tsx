import { accessOffer, accessRequestCreate } from '#contract/access/accessRequests'
import type { QueryInput } from '#contract/platform/endpoint'
import type { CallName } from '#contract/index'
import { load } from '../api/load.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { failureMessage } from '../feedback/failureMessage.ts'
import { rightToAskFor } from './rightToAskFor.ts'
import { clientState } from './session.ts'
import { ToastAction } from '../feedback/ToastAction.tsx'
import { closeToast, showToast } from '../feedback/toasts.ts'

type AskedRight = QueryInput<typeof accessOffer>['right']

const key = 'denied'
/** A toast with an action stays longer than one without. */
const lastsMs = 20_000
/** Number of denials so far: an offer for an earlier denial that arrives late is not shown over the newest. */
let denials = 0

/**
 * After a denial: tells a sandbox-only member that the page is of live mode, or names the missing permission and offers to request it from the member
 * who can grant it.
 */
export async function offerToAsk(needs: CallName): Promise<void> {
  if (clientState.get().account?.sandboxOnly) return showToast(t('shell.seat.denied'), { key })
  const right = rightToAskFor[needs]
  if (right === undefined) return
  const requestable = right as AskedRight // the contract’s enum lists the permissions that can be requested; a test compares them
  denials += 1
  const mine = denials
  const offer = await load(accessOffer, { query: { right: requestable }, mode: 'live' })
  if (offer.who === null || mine !== denials) return
  closeToast(key)
  const [name, words] = [offer.who, { name: offer.who, right: t(`team.right.${right}`) }]
  if (offer.state === 'waiting') showToast(t('shell.access.waiting', words), { key: 'access' })
  else
    showToast(t('shell.access.lacks', words), {
      key: 'access',
      lastsMs,
      action: <ToastAction label={t('shell.access.ask', words)} toast="access" onPress={() => void ask(requestable, name)} />,
    })
}

async function ask(right: AskedRight, name: string): Promise<void> {
  try {
    await write(accessRequestCreate, { body: { right }, mode: 'live' })
    showToast(t('shell.access.asked', { name }), { key: 'access' })
  } catch (error) {
    showToast(failureMessage(error), { key: 'access' })
  }
}
