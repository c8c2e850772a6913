import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ownLimitsUpdate, type OwnLimits as Limits } from '#contract/access/ownLimits'
import { postToTabs } from '../../platform/api/sessionChannel.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { clientState, updateState, useSession } from '../../platform/session/session.ts'
import { ChoiceRow } from './ChoiceRow.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'

type Limit = 'idleSeconds' | 'undoSeconds'

/** Seconds, minutes or hours, whichever is shortest. */
function timeText(seconds: number): string {
  if (seconds < 60) return t('settings.limits.seconds', { count: seconds })
  if (seconds < 3_600) return t('settings.limits.minutes', { count: seconds / 60 })
  return t('settings.limits.hours', { count: seconds / 3_600 })
}

/** Longer time limits: of the idle timeout, and of the undo window of refunds. Renders nothing where there is no choice. */
export function OwnLimits() {
  const { may, account } = useSession()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Partial<Record<Limit, number>>>({})
  const limits = { ...account.limits, ...chosen }
  // One call at a time, then one for the last choice: arrow keys pass through the choices between.
  const queued = useRef<Partial<Record<Limit, number>> | null>(null)
  const saving = useRef(false)
  if (!may('ownLimitsUpdate')) return null
  const choose = async (limit: Limit, seconds: number) => {
    queued.current = { ...queued.current, [limit]: seconds }
    setChosen((shown) => ({ ...shown, [limit]: seconds }))
    if (saving.current) return
    saving.current = true
    try {
      while (queued.current) {
        const body = queued.current
        queued.current = null
        const saved = await write(ownLimitsUpdate, { body })
        const { account: present } = clientState.get()
        if (present) updateState({ account: { ...present, limits: saved } })
      }
    } catch (error) {
      showToast(failureMessage(error), { key: 'limits' })
    }
    ;[saving.current, queued.current] = [false, null]
    setChosen({})
    postToTabs('limits')
    // Dialogs show the undo window, so it is read again.
    void client.invalidateQueries({ queryKey: ['merchantConfiguration'] })
  }
  return (
    <>
      <TimeChoice limit="idleSeconds" limits={limits} choices={limits.idleChoices} onChoose={choose} />
      {may('operationRefund') && <TimeChoice limit="undoSeconds" limits={limits} choices={limits.undoChoices} onChoose={choose} />}
    </>
  )
}

type TimeChoiceProps = {
  limit: Limit
  limits: Limits
  /** Shortest first, which is the usual one. */
  choices: readonly number[]
  onChoose: (limit: Limit, seconds: number) => Promise<void>
}

function TimeChoice({ limit, limits, choices, onChoose }: TimeChoiceProps) {
  const [usual = 0] = choices
  if (choices.length < 2) return null
  return (
    <ChoiceRow
      label={t(`settings.limits.${limit}`)}
      about={`${t(`settings.limits.${limit}.about`)} ${t('settings.limits.usual', { time: timeText(usual) })}`}
      value={String(limits[limit])}
      choices={choices.map((seconds) => ({ value: String(seconds), label: timeText(seconds) }))}
      onChoose={(value) => void onChoose(limit, Number(value))}
    />
  )
}
