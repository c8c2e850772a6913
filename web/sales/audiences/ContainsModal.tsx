import { useState } from 'react'
import { audienceContains, type Audience } from '#contract/sales/audiences'
import { normaliseIdentifier } from '#domain/sales/campaigns/audienceIdentifier'
import { call } from '../../platform/api/call.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { memberHash } from './memberHashes.ts'

/** The last answer: whether the person is a member, and since when. */
type Answer = { member: string; inside: boolean; since: string | null }

/** Checks whether a person is a member. The identifier is hashed in the browser and not stored. */
export function ContainsModal({ audience: { uuid, name, identifierType }, onClose }: { audience: Audience; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const member = normaliseIdentifier(identifierType, text)
  const { busy, error, submit } = useSend(async (typedMember: string) => {
    const body = { member: await memberHash(typedMember, identifierType) }
    setAnswer({ member: typedMember, ...(await call(audienceContains, { params: { merchantId, uuid }, body })) })
  })
  const shown = answer?.member === member ? answer : null
  return (
    <Dialog
      title={t('audiences.contains')}
      subtitle={name}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (member !== null) submit(member)
      }}
      note={t('audiences.contains.note')}
      footer={
        <Button variant="filled" type="submit" busy={busy} busyLabel={t('shell.checking')}>
          {t('audiences.contains.verb')}
        </Button>
      }
    >
      <Field
        label={t(`audiences.one.${identifierType}`)}
        help={t('audiences.contains.help')}
        error={tried && member === null ? t(`audiences.bad.${identifierType}`) : undefined}
      >
        <TextInput
          value={text}
          autoComplete="off"
          spellCheck={false}
          inputMode={identifierType === 'phone' ? 'tel' : identifierType === 'email' ? 'email' : 'text'}
          onChange={(event) => {
            setText(event.target.value)
            setTried(false)
          }}
        />
      </Field>
      <div role="status" className="min-h-12 pt-5">
        {shown && (
          <StatusBadge
            kind={shown.inside ? 'accepted-filled' : 'stopped'}
            label={t(shown.inside ? 'audiences.contains.yes' : 'audiences.contains.no')}
            detail={shown.since === null ? undefined : t('audiences.contains.since', { date: date(shown.since) })}
          />
        )}
      </div>
      <SendProblem error={error} />
    </Dialog>
  )
}
