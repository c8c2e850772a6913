import type { BodyInput } from '#contract/endpoint'
import { viewAsStart } from '#contract/viewAs'
import { keepView } from '../api/viewAs.ts'
import { write } from '../api/write.ts'
import { deviceMs } from '../api/serverClock.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { failureWords } from '../shell/failureWords.ts'
import { showToast } from '../shell/toasts.ts'

/** Left of the server's time, so that the page leaves before the seal runs out. */
const marginSeconds = 5

/** Shows the whole application in this tab as a role or a person would see it. */
export async function startView(body: BodyInput<typeof viewAsStart>): Promise<void> {
  try {
    const { seal, name, seconds } = await write(viewAsStart, { body, mode: 'live' })
    keepView({ seal, name, endsAt: deviceMs() + (seconds - marginSeconds) * 1000 }, paths.root())
  } catch (error) {
    showToast(t('team.view.failed', { why: failureWords(error) }), { key: 'view' })
  }
}
