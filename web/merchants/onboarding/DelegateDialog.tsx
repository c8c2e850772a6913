import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { delegationCreate } from '#contract/merchants/delegation'
import type { PaperType } from '#domain/merchants/company/papers'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { linksRead } from './onboardingReads.ts'

/** What is delegated: one document, or the company's data. */
type Delegable = { step: 'enterprise'; documentType: null } | { step: 'docs-upload'; documentType: PaperType }

/** Creates a link by which somebody else completes one task; it is shown once. */
export function DelegateDialog({ what, onClose }: { what: Delegable; onClose: () => void }) {
  const client = useQueryClient()
  const [recipient, setRecipient] = useState('')
  const [address, setAddress] = useState<string | null>(null)
  const [{ busy, problem }, setState] = useState<{ busy: boolean; problem: string | null }>({ busy: false, problem: null })
  const make = async () => {
    if (recipient.trim() === '') return setState({ busy: false, problem: t('errors.field.required') })
    setState({ busy: true, problem: null })
    try {
      const created = await write(delegationCreate, { body: { ...what, recipient }, mode: 'live' })
      setAddress(created.address)
      setState({ busy: false, problem: null })
      await client.invalidateQueries(linksRead())
    } catch (error) {
      setState({ busy: false, problem: failureMessage(error) })
    }
  }
  const close = (
    <Button variant="quiet" onClick={onClose}>
      {t(address === null ? 'shell.back' : 'shell.close')}
    </Button>
  )
  return (
    <Dialog
      title={t('onboarding.delegate.title', {
        what: what.documentType === null ? t('onboarding.step.enterprise') : t(`company.paper.${what.documentType}`),
      })}
      subtitle={t('onboarding.delegate.about')}
      onClose={onClose}
      onSubmit={() => address === null && !busy && void make()}
      footer={
        address === null ? (
          <>
            {close}
            <Button type="submit" variant="filled" sends busy={busy}>
              {t('onboarding.delegate.verb')}
            </Button>
          </>
        ) : (
          close
        )
      }
    >
      {address === null ? (
        <Field
          id="delegate-recipient"
          label={t('onboarding.delegate.recipient')}
          help={t('onboarding.delegate.recipientHelp')}
          error={problem}
          required
        >
          <TextInput autoComplete="off" maxLength={80} value={recipient} onChange={(event) => setRecipient(event.target.value)} />
        </Field>
      ) : (
        <Banner title={t('onboarding.delegate.made', { recipient })} live>
          <p className="mt-1 flex flex-wrap items-center gap-2">
            <code className="font-code text-sm wrap-anywhere">{address}</code>
            <CopyButton text={address} label={t('shell.copy')} copiedLabel={t('onboarding.delegate.copied')} />
          </p>
        </Banner>
      )}
    </Dialog>
  )
}
