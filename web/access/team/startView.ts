import type { BodyInput } from '#contract/platform/endpoint'
import { viewAsStart } from '#contract/access/viewAs'
import { keepView } from '../../platform/api/viewAs.ts'
import { write } from '../../platform/api/write.ts'
import { deviceMs } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'

/** Margin before the server’s expiry, so that the page leaves before the view token expires. */
const marginSeconds = 5

/** Shows the whole application in this tab as a role or a member would see it. */
export async function startView(body: BodyInput<typeof viewAsStart>): Promise<void> {
  try {
    const { seal, name, seconds } = await write(viewAsStart, { body, mode: 'live' })
    keepView({ seal, name, endsAt: deviceMs() + (seconds - marginSeconds) * 1000 }, paths.root())
  } catch (error) {
    showToast(t('team.view.failed', { why: failureMessage(error) }), { key: 'view' })
  }
}
