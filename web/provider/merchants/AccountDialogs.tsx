import type { ConsoleAccountDetail, ConsolePerson } from '#contract/provider/merchants'
import {
  consoleAccountDisable,
  consoleAccountEnable,
  consoleFactorReset,
  consoleInvitationResend,
  consoleInvitationWithdraw,
  consoleSessionsEnd,
  consoleShopResume,
  consoleShopSuspend,
} from '#contract/provider/merchantActs'
import { t } from '../../platform/i18n/t.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { EndRelationDialog } from './EndRelationDialog.tsx'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'
import { RevealDialog } from './RevealDialog.tsx'
import { ViewDialog } from './ViewDialog.tsx'

type Shop = ConsoleAccountDetail['shops'][number]

/** What staff is about to do: with the account, one of its shops, or one of its people. */
export type AccountAct =
  | { kind: 'reveal' | 'disable' | 'enable' | 'end' | 'view' }
  | { kind: 'suspend' | 'resume'; shop: Shop }
  | { kind: 'resetFactor' | 'endSessions' | 'resend' | 'withdraw'; person: ConsolePerson }

type ActProps<Act> = { act: Act; account: ConsoleAccountDetail; onClose: () => void }
type AccountDialogsProps = ActProps<AccountAct> & { onRevealed: (account: ConsoleAccountDetail) => void }

/** The dialog of one act. */
export function AccountDialogs({ act, account, onClose, onRevealed }: AccountDialogsProps) {
  switch (act.kind) {
    case 'reveal':
      return <RevealDialog account={account} onClose={onClose} onRevealed={onRevealed} />
    case 'end':
      return <EndRelationDialog account={account} onClose={onClose} />
    case 'view':
      return <ViewDialog account={account} onClose={onClose} />
    case 'disable':
    case 'enable':
      return <SwitchDialog act={act.kind} account={account} onClose={onClose} />
    case 'suspend':
    case 'resume':
      return <ShopDialog act={act} account={account} onClose={onClose} />
    default:
      return <PersonDialog act={act} account={account} onClose={onClose} />
  }
}

function SwitchDialog({ act, account, onClose }: ActProps<'disable' | 'enable'>) {
  const params = { accountId: account.id }
  const disable = useConsoleWrite(consoleAccountDisable, { onDone: onClose, done: t('consoleMerchants.disable.done') })
  const enable = useConsoleWrite(consoleAccountEnable, { onDone: onClose, done: t('consoleMerchants.enable.done') })
  const write = act === 'disable' ? disable : enable
  return (
    <ReasonDialog
      title={t(`consoleMerchants.${act}.title`, { name: account.name })}
      about={t(`consoleMerchants.${act}.about`)}
      verb={t(`consoleMerchants.${act}`)}
      read={act === 'disable' ? (reason) => t('shell.notification.account_disabled', { reason }) : undefined}
      note={act === 'disable' ? t('consoleMerchants.secondPerson.whenOpen') : undefined}
      write={write}
      onClose={onClose}
      onSubmit={(reason) => (act === 'disable' ? disable.send({ params, body: { reason } }) : enable.send({ params }))}
    />
  )
}

function ShopDialog({ act, account, onClose }: ActProps<{ kind: 'suspend' | 'resume'; shop: Shop }>) {
  const { kind, shop } = act
  const params = { accountId: account.id, merchantId: shop.id }
  const suspend = useConsoleWrite(consoleShopSuspend, { onDone: onClose, done: t('consoleMerchants.suspend.done') })
  const resume = useConsoleWrite(consoleShopResume, { onDone: onClose, done: t('consoleMerchants.resume.done') })
  return (
    <ReasonDialog
      title={t(`consoleMerchants.${kind}.title`, { name: shop.name })}
      about={t(`consoleMerchants.${kind}.about`)}
      verb={t(`consoleMerchants.${kind}`)}
      read={kind === 'suspend' ? (reason) => t('shell.notification.merchant_suspended', { shop: shop.name, reason }) : undefined}
      write={kind === 'suspend' ? suspend : resume}
      onClose={onClose}
      onSubmit={(reason) => (kind === 'suspend' ? suspend.send({ params, body: { reason } }) : resume.send({ params }))}
    />
  )
}

function PersonDialog({
  act,
  account,
  onClose,
}: ActProps<{ kind: 'resetFactor' | 'endSessions' | 'resend' | 'withdraw'; person: ConsolePerson }>) {
  const { kind, person } = act
  const params = { accountId: account.id, userId: person.id }
  const name = person.name === '' ? person.email : person.name
  const reset = useConsoleWrite(consoleFactorReset, { onDone: onClose, done: t('consoleMerchants.resetFactor.done') })
  const end = useConsoleWrite(consoleSessionsEnd, { onDone: onClose, done: t('consoleMerchants.endSessions.done') })
  const resend = useConsoleWrite(consoleInvitationResend, { onDone: onClose, done: t('consoleMerchants.resend.done') })
  const withdraw = useConsoleWrite(consoleInvitationWithdraw, { onDone: onClose, done: t('consoleMerchants.withdraw.done') })
  const writes = { resetFactor: reset, endSessions: end, resend, withdraw }
  const submit = (reason: string) => {
    if (kind === 'resend' || kind === 'withdraw') return writes[kind].send({ params })
    writes[kind].send({ params, body: { reason } })
  }
  return (
    <ReasonDialog
      title={t(`consoleMerchants.${kind}.title`, { name })}
      about={t(`consoleMerchants.${kind}.about`)}
      verb={t(`consoleMerchants.${kind}`)}
      reasonLabel={kind === 'resend' || kind === 'withdraw' ? null : t(`consoleMerchants.${kind}.reason`)}
      write={writes[kind]}
      onClose={onClose}
      onSubmit={submit}
    />
  )
}
