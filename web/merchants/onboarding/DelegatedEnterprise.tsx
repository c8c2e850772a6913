import { useState } from 'react'
import type { EnterpriseView } from '#contract/merchants/company'
import { delegatedSave, delegatedView } from '#contract/merchants/delegation'
import { enterpriseRules } from '#domain/merchants/company/company'
import { call, newKey } from '../../platform/api/call.ts'
import { enterpriseParts } from '../company/enterpriseParts.tsx'
import { FormParts } from '../company/FormParts.tsx'
import { SaveProblem, SaveState } from '../company/SaveState.tsx'
import { useEnterpriseForm } from '../company/useEnterpriseForm.ts'
import { savedOf } from '../company/useProfileForm.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import type { HeldLink } from './delegatedLink.ts'

type DelegatedEnterpriseProps = { link: HeldLink; view: EnterpriseView; onDone: () => Promise<void> }

/** The company's data, filled in by the delegate. */
export function DelegatedEnterprise({ link, view, onDone }: DelegatedEnterpriseProps) {
  const [saved, setSaved] = useState(view)
  const form = useEnterpriseForm(saved, 'company', {
    auto: true,
    async readAgain() {
      const { enterprise } = await call(delegatedView, { body: link, mode: 'live', quiet: true })
      return applySaved(enterprise ?? saved)
    },
    async send(changes, revision = 0) {
      const body = { ...link, enterprise: changes, revision }
      return applySaved(await call(delegatedSave, { body, key: newKey(), mode: 'live', quiet: true }))
    },
  })
  function applySaved(now: EnterpriseView) {
    setSaved(now)
    return savedOf(now, enterpriseRules)
  }
  const submit = async () => {
    if (form.check() && (await form.save())) await onDone()
  }
  return (
    <Form className="grid gap-7" onSubmit={submit}>
      <SaveState form={form} />
      <SaveProblem form={form} />
      <FormParts parts={enterpriseParts} form={form} />
      <div>
        <Button type="submit" variant="filled" size="large" sends>
          {t('onboarding.delegated.finishVerb')}
        </Button>
      </div>
    </Form>
  )
}
