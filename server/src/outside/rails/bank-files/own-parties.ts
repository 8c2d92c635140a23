// The desk and its bank, as our messages name them.
import { clearingSystem } from './payment-type.ts'
import type { BankSettings } from './settings.ts'
import { fieldText } from './text.ts'
import { element, leaf, type Xml } from './write-xml.ts'

/** The party that sends our files. */
export function sender(settings: BankSettings): readonly (Xml | undefined)[] {
  const { holder, initiating_party: initiator, characters = 'latin' } = settings
  return [
    leaf('Nm', fieldText(initiator?.name ?? holder, 140, characters)),
    initiator && element('Id', element('OrgId', element('Othr', leaf('Id', initiator.id)))),
  ]
}

/** `isOf2009`: the versions of 2009 name a bank BIC. */
export function ownBank(settings: BankSettings, isOf2009: boolean): Xml {
  const { bank, characters = 'latin' } = settings
  return element(
    'FinInstnId',
    leaf(isOf2009 ? 'BIC' : 'BICFI', bank.bic),
    bank.member_id === undefined
      ? undefined
      : element('ClrSysMmbId', clearingSystem(settings), leaf('MmbId', bank.member_id)),
    leaf('Nm', bank.name && fieldText(bank.name, 140, characters)),
  )
}
