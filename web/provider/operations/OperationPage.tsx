import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { consoleOperation, type ConsoleOperationDetail } from '#contract/provider/operations'
import { joinTexts } from '#domain/platform/direction'
import { shortId } from '#domain/platform/shortId'
import { dateTime, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { statusKind } from '../../sales/operationStatus/statusKind.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { useWaiting } from '../frame/useWaiting.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { type OperationAct, OperationDialogs } from './OperationDialogs.tsx'
import { operationsHref } from '../frame/operationHref.ts'
import { ShopLink } from '../frame/ShopLink.tsx'
import { OperationRecord } from './OperationRecord.tsx'
import { reasonText } from './operationWords.ts'

type Params = { accountId: string; merchantId: string; operationId: string }

/** One operation: its state, customer, plan, charges, messages and history, and what staff may do. */
export function OperationPage({ params }: ConsolePageProps<'/console/merchants/{accountId}/shops/{merchantId}/operations/{operationId}'>) {
  const read = useQuery(consoleQuery(consoleOperation, { params: { ...params } }))
  // With the customer's data, as long as this page stays open.
  const [revealed, setRevealed] = useState<ConsoleOperationDetail | null>(null)
  const [act, setAct] = useState<OperationAct | null>(null)
  const operation = read.data?.operation
  const opened = revealed?.operation.id === params.operationId ? revealed : null
  return (
    <ConsolePage
      title={operation ? joinTexts([operation.mid ?? shortId(operation.id), money(operation.totalAmount)], ' · ') : ''}
      back={{ href: operationsHref(params), label: t('console.section.operations') }}
      lead={
        operation && (
          <StatusBadge shape="pill" kind={statusKind[operation.substatus]} label={t(`operations.substatus.${operation.substatus}`)} />
        )
      }
      about={
        read.data && (
          <>
            <ShopLink shop={{ ...params, name: read.data.shopName }} />{' '}
            {read.data.mode === 'sandbox' && <Tag kind="test">{t('consoleMerchants.test')}</Tag>}
          </>
        )
      }
      actions={operation && <Actions params={params} operation={operation} masked={opened === null} onAct={setAct} />}
    >
      <ReadState read={read}>
        {(detail) => (
          <div className="grid gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
            <OperationRecord detail={detail} />
            <aside className="grid min-w-0 content-start gap-9 max-lg:md:grid-cols-2 lg:border-l lg:border-line lg:pl-8">
              <Facts detail={detail} />
              <Customer customer={(opened ?? detail).operation.customer} />
            </aside>
            {act && <OperationDialogs act={act} params={params} onClose={() => setAct(null)} onRevealed={setRevealed} />}
          </div>
        )}
      </ReadState>
    </ConsolePage>
  )
}

type ActionsProps = { params: Params; operation: ConsoleOperationDetail['operation']; masked: boolean; onAct: (act: OperationAct) => void }

function Actions({ params, operation: { substatus, suspensionReason, instalments }, masked, onAct }: ActionsProps) {
  const { may } = useStaff()
  const waiting = useWaiting()
  const isUnpaid = instalments.some(({ state }) => state === 'pending' || state === 'overdue')
  const isPayable = isUnpaid && (substatus === 'payment_process' || suspensionReason === 'default')
  const isOverdue = substatus === 'payment_process' && instalments.some(({ state }) => state === 'overdue')
  const items = [
    ...(substatus === 'pending_customer' && may('consoleOperationResend') ? (['resend'] as const) : []),
    ...(isOverdue && may('consoleOperationCollect') ? (['collect'] as const) : []),
    ...(isPayable && may('consoleOperationNotePayment') ? (['note'] as const) : []),
    ...(substatus === 'payment_process' && may('consoleOperationHold') ? (['hold'] as const) : []),
    ...(substatus === 'payment_suspended' && may('consoleOperationLift') ? (['lift'] as const) : []),
    ...(substatus === 'payment_process' && may('consoleOperationWithdraw') ? (['withdraw'] as const) : []),
  ]
  return (
    <>
      {masked && (
        <Button icon={<Eye aria-hidden />} onClick={() => onAct('reveal')}>
          {t('consoleMerchants.reveal')}
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          label={t('shell.verbs')}
          triggerLabel={t('shell.verbs')}
          trigger={<Ellipsis aria-hidden />}
          items={items.map((act) => ({
            key: act,
            label: t(`consoleMerchants.operation.${act}`),
            disabledReason: act === 'note' ? waiting('consoleOperationNotePayment', params) : null,
            onSelect: () => onAct(act),
          }))}
        />
      )}
    </>
  )
}

function Facts({ detail: { operation } }: { detail: ConsoleOperationDetail }) {
  const why = reasonText(operation)
  return (
    <FormSection title={t('consoleMerchants.facts')}>
      <DefinitionList
        items={[
          { term: t('shell.heading.when'), value: dateTime(operation.created) },
          ...(why === undefined ? [] : [{ term: t('consoleMerchants.operations.why'), value: why }]),
          { term: t('consoleMerchants.terms.product'), value: t(`operations.product.${operation.product}`) },
          { term: t('consoleMerchants.terms.rate'), value: percent(operation.tin) },
          { term: t('consoleMerchants.operations.captured'), value: money(operation.capturedAmount) },
          { term: t('consoleMerchants.operations.refunded'), value: money(operation.refundedAmount) },
        ]}
      />
    </FormSection>
  )
}

function Customer({ customer }: { customer: ConsoleOperationDetail['operation']['customer'] }) {
  const { firstName, lastName, email, phone, documentNumber } = customer
  const facts = [
    { term: t('shell.heading.name'), value: `${firstName} ${lastName}`.trim() },
    { term: t('shell.heading.email'), value: email },
    { term: t('consoleMerchants.fact.mobile'), value: phone ?? '' },
    { term: t('consoleMerchants.fact.document'), value: documentNumber ?? '' },
  ]
  return (
    <FormSection title={t('consoleMerchants.operations.customer')}>
      <DefinitionList items={facts.filter(({ value }) => value !== '')} />
    </FormSection>
  )
}
