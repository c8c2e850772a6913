import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownerDelete, type Owner } from '#contract/merchants/owners'
import { wholeCompany } from '#domain/merchants/company/ownership'
import { write } from '../../platform/api/write.ts'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { ownersRead } from './companyReads.ts'

type OwnerTableProps = { owners: readonly Owner[]; undeclared: number; hrefOf: (ownerId: string) => string }

const nameOf = ({ firstName, lastName }: Owner): string => `${firstName} ${lastName}`.trim() || t('company.ownerUnnamed')

/** The company's owners with their shares, the missing data of each, and the share not yet declared. */
export function OwnerTable({ owners, undeclared, hrefOf }: OwnerTableProps) {
  const [leaving, setLeaving] = useState<Owner | null>(null)
  return (
    <>
      <ul className="border-t border-line">
        {owners.map((owner) => (
          <li key={owner.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3">
            <span className="min-w-0 flex-1 basis-[9rem]">
              <Anchor href={hrefOf(owner.id)} className={`${linkClass} font-strong wrap-anywhere`}>
                {nameOf(owner)}
              </Anchor>
              <span className="block text-sm text-ink-3">
                {owner.gaps.length > 0
                  ? t('company.ownerLacks', { count: owner.gaps.length })
                  : t(`company.control.${owner.controlType ?? 'other'}`)}
              </span>
            </span>
            <span className="font-strong">{owner.percentage === null ? t('company.noShare') : percent(owner.percentage)}</span>
            <Button
              size="small"
              variant="quiet"
              aria-label={t('company.removeOwnerOf', { name: nameOf(owner) })}
              onClick={() => setLeaving(owner)}
            >
              {t('shell.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {undeclared > 0 && <p className="text-md text-ink-2">{t('company.undeclared', { share: percent(undeclared) })}</p>}
      {leaving && <RemoveOwner owner={leaving} undeclared={undeclared} onClose={() => setLeaving(null)} />}
    </>
  )
}

/** Confirms the removal of an owner, and shows the share that becomes undeclared. */
function RemoveOwner({ owner, undeclared, onClose }: { owner: Owner; undeclared: number; onClose: () => void }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const left = Math.min(wholeCompany, undeclared + (owner.percentage ?? 0))
  const remove = async () => {
    setBusy(true)
    try {
      await write(ownerDelete, { params: { ownerId: owner.id }, mode: 'live' })
      onClose()
    } catch (error) {
      setBusy(false)
      showToast(failureMessage(error))
    }
    await client.invalidateQueries(ownersRead())
  }
  return (
    <Dialog
      title={t('company.removeOwnerTitle', { name: nameOf(owner) })}
      onClose={onClose}
      onSubmit={() => void remove()}
      footer={
        <DialogActions onBack={onClose} sends busy={busy}>
          {t('shell.remove')}
        </DialogActions>
      }
    >
      <p>{t('company.removeOwnerLeaves', { share: percent(left) })}</p>
    </Dialog>
  )
}
