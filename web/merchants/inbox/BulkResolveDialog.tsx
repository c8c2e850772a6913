import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { WorkItem } from '#contract/merchants/inbox'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { Unbroken } from '../../platform/ui/tables/Unbroken.tsx'
import { resolveItem, type Step, type BulkKind } from './bulkResolve.ts'
import { detailText } from './workText.ts'

type BulkResolveDialogProps = { kind: BulkKind; items: readonly WorkItem[]; onClose: () => void }

/** Several items of one kind in a table with one bulk action; each has its own result. */
export function BulkResolveDialog({ kind, items, onClose }: BulkResolveDialogProps) {
  const { merchantId, sandbox } = useMerchant()
  const client = useQueryClient()
  // A snapshot from when the dialog opened: items resolved meanwhile keep their row and result.
  const [shown] = useState(items)
  const [steps, setSteps] = useState<ReadonlyMap<string, Step>>(new Map())
  const [sending, setSending] = useState(false)
  const running = useRef(false)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])
  const total = shown.reduce((sum, item) => sum + (item.amount ?? 0), 0)
  const done = [...steps.values()].filter(({ state }) => state === 'done').length
  const over = steps.size === shown.length && !sending

  const run = async () => {
    if (running.current) return
    running.current = true
    setSending(true)
    const put = (key: string, step: Step) => setSteps((before) => new Map(before).set(key, step))
    // Sequentially: closing the page in between leaves no item half done.
    for (const item of shown) {
      put(item.key, { state: 'sending' })
      await new Promise<void>((goOn) => {
        const onUnknown = () => {
          put(item.key, { state: 'unknown' })
          goOn()
        }
        void resolveItem(merchantId, kind, item, { onUnknown, stop: stop.current.signal }).then((step) => {
          if (step) put(item.key, step)
          goOn()
        })
      })
    }
    setSending(false)
    for (const name of ['inboxList', 'operationList', 'operationCounts', 'operationDetail'])
      void client.invalidateQueries({ queryKey: [name] })
  }

  const verb = t(`inbox.together.${kind}`, { count: shown.length, amount: money(total) })
  return (
    <Dialog
      size="money"
      title={t(`inbox.together.title.${kind}`)}
      tag={<ModeTag />}
      subtitle={t('inbox.together.subtitle')}
      closeOnOutside={false}
      focusesButtons
      onClose={() => !sending && onClose()}
      note={over ? t('inbox.together.outcome', { done, all: shown.length }) : t(`inbox.together.note.${kind}`)}
      footer={
        <>
          <Button variant={over ? 'filled' : 'quiet'} onClick={() => !sending && onClose()}>
            {t('shell.close')}
          </Button>
          {!over && (
            <Button variant="filled" size="large" busy={sending} busyLabel={t('inbox.together.sending')} onClick={() => void run()}>
              {sandbox ? t('inbox.together.test', { verb }) : verb}
            </Button>
          )}
        </>
      }
    >
      <Table
        bleed={false}
        caption={t('inbox.together.table')}
        head={
          <>
            <HeadCell>{t('inbox.column.what')}</HeadCell>
            <HeadCell numeric>{t('shell.heading.amount')}</HeadCell>
            <HeadCell width="38%">{t('shell.heading.result')}</HeadCell>
          </>
        }
        foot={
          <TableRow>
            <Cell card="title" strong>
              {t('inbox.together.total')}
            </Cell>
            <Cell card="amount" numeric strong>
              <Money cents={total} />
            </Cell>
            <Cell card="foot">{over ? t('inbox.together.outcome', { done, all: shown.length }) : ''}</Cell>
          </TableRow>
        }
      >
        {shown.map((item) => (
          <TableRow key={item.key}>
            <Cell card="title">
              <Unbroken>{detailText(item)}</Unbroken>
            </Cell>
            <Cell card="amount" numeric>
              <Money cents={item.amount} />
            </Cell>
            <Cell card="foot">{stepText(steps.get(item.key))}</Cell>
          </TableRow>
        ))}
      </Table>
      <Live message={over ? t('inbox.together.outcome', { done, all: shown.length }) : ''} />
    </Dialog>
  )
}

function stepText(step: Step | undefined): string {
  if (step === undefined) return t('inbox.together.waiting')
  return step.state === 'refused' ? step.message : t(`inbox.together.${step.state}`)
}
