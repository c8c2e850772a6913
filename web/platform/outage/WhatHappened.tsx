import { shortId } from '#domain/platform/shortId'
import { requestMode, type Mode } from '../api/requestMode.ts'
import { asServerTime } from '../api/serverClock.ts'
import { time } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { Anchor } from '../ui/controls/Anchor.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { linkClass } from '../ui/controls/linkClass.ts'
import { Dialog } from '../feedback/Dialog.tsx'

/** Outcome of one write: `action` and `message` are the server’s words. */
export type Outcome = {
  key: string
  /** Epoch milliseconds on this device's clock. */
  sentAt: number
  /** The path and mode that it was sent with. */
  path: string
  mode: Mode
  action: string
  state: 'done' | 'refused' | 'absent'
  message: string | null
}

/** After an outage: the user’s own writes during it, each with its outcome. */
export function WhatHappened({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) {
  return (
    <Dialog
      title={t('shell.lost.title')}
      subtitle={t('shell.lost.subtitle')}
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t('shell.lost.close')}
        </Button>
      }
    >
      <ul className="grid">
        {outcomes.map(({ key, sentAt, path, mode, action, state, message }) => (
          <li key={key} className="grid gap-1 border-b border-line py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium wrap-anywhere">{action}</span>
              <span className="text-ink-3">{time(asServerTime(sentAt).toISOString())}</span>
            </p>
            <p className={state === 'done' ? 'text-ink-2' : 'font-strong'}>{t(`shell.lost.${state}`)}</p>
            <OperationOf path={path} mode={mode} onGo={onClose} />
            {message !== null && <p className="text-ink-2">{message}</p>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The operation that a write was about, with a link when it is of the current mode. */
function OperationOf({ path, mode, onGo }: { path: string; mode: Mode; onGo: () => void }) {
  const [, merchantId, id] = /^\/v2\/merchants\/([0-9a-f]{32})\/orders\/([0-9a-f]{32})\//.exec(path) ?? []
  if (!merchantId || !id) return null
  const name = t('shell.lost.operation', { id: shortId(id) })
  if (mode !== requestMode()) return <p className="text-ink-2">{name}</p>
  return (
    <p>
      <Anchor href={paths.operation(merchantId, id, mode === 'sandbox' ? { sandbox: 'true' } : {})} className={linkClass} onClick={onGo}>
        {name}
      </Anchor>
    </p>
  )
}
