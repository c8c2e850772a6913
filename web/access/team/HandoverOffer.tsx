import { isolated } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { handoverOffer } from '#contract/access/handover'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { useSession } from '../../platform/session/session.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { choiceText, memberName } from './memberText.ts'
import { wholeTeamRead } from './teamReads.ts'
import { useTeamWrite } from './useTeamWrite.ts'

/** An owner chooses a successor, and reads the consequences before offering the transfer. */
export function HandoverOffer() {
  const { account } = useSession()
  const team = useQuery(wholeTeamRead())
  const [userId, setUserId] = useState('')
  const { busy, problems, run, show } = useTeamWrite()
  const people = (team.data ?? []).filter(
    ({ id, role, status, accessUntil }) => id !== account.userId && role !== 'owner' && status === 'active' && accessUntil === null,
  )
  if (team.isPending) return null
  if (people.length === 0) return <Banner>{t('team.handover.nobody')}</Banner>
  const offer = async () => {
    if (userId === '') return show({ user_id: t('team.handover.choose') })
    const body = { userId }
    const created = await run(t('team.handover.why.offer'), body, (key) => write(handoverOffer, { body, key, mode: 'live' }))
    if (created) showToast(t('team.handover.said.offer', { to: created.to.name }))
  }
  return (
    <Form className="grid gap-5" onSubmit={offer}>
      <Field label={t('team.handover.to')} error={problems['user_id']}>
        <Select value={userId} onChange={(event) => setUserId(event.target.value)}>
          <option value="">{t('team.handover.choose')}</option>
          {people.map((member) => (
            <option key={member.id} value={member.id}>
              {isolated(memberName(member))} · {choiceText(member)}
            </option>
          ))}
        </Select>
      </Field>
      <p className="max-w-[64ch] text-md text-ink-2">{t('team.handover.what')}</p>
      <ErrorBanner>{problems['form']}</ErrorBanner>
      <div>
        <Button type="submit" variant="filled" busy={busy} busyLabel={t('shell.sending')}>
          {t('team.handover.offer')}
        </Button>
      </div>
    </Form>
  )
}
