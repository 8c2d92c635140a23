// The beneficiary of a payment in pain.001: bank, holder and account, from the details of each instrument method.
import type { InstrumentMethod } from '../../methods/methods.ts'
import type { SendRequest } from '../port.ts'
import { clearingSystem } from './payment-type.ts'
import type { BankSettings } from './settings.ts'
import { fieldText } from './text.ts'
import { element, leaf, type Xml } from './write-xml.ts'

type Parts = {
  bank: { bic?: string | undefined; memberId?: string | undefined; name?: string | undefined }
  holder: { name: string; country?: string; address?: string | undefined; identity?: Xml }
  account: Xml
}

/** The elements CdtrAgt (if the bank is known), Cdtr and CdtrAcct. `isOf2009`: the versions of 2009 name a bank BIC. */
export function beneficiaryOf(
  settings: BankSettings,
  { method, details }: Pick<SendRequest, 'method' | 'details'>,
  isOf2009: boolean,
): { agent: Xml | undefined; party: Xml; account: Xml } {
  const write = writers[method]
  if (write === undefined) throw new Error(`a bank file cannot pay to ${method}`)
  const { bank, holder, account } = write((name) => details[name] || undefined, settings)
  const shown = (text: string, length: number) =>
    fieldText(text, length, settings.characters ?? 'latin')
  const memberId = bank.memberId ?? (bank.name && settings.bank_codes?.[bank.name])
  const agent = [
    leaf(isOf2009 ? 'BIC' : 'BICFI', bank.bic),
    memberId === undefined || memberId === ''
      ? undefined
      : element('ClrSysMmbId', clearingSystem(settings), leaf('MmbId', memberId)),
    leaf('Nm', bank.name && shown(bank.name, 140)),
  ].filter((part) => part !== undefined)
  return {
    agent: agent.length === 0 ? undefined : element('CdtrAgt', element('FinInstnId', ...agent)),
    party: element(
      'Cdtr',
      leaf('Nm', shown(holder.name, 140)),
      holder.country === undefined
        ? undefined
        : element(
            'PstlAdr',
            leaf('Ctry', holder.country),
            leaf('AdrLine', holder.address && shown(holder.address, 70)),
          ),
      holder.identity,
    ),
    account,
  }
}

type Field = (name: string) => string | undefined

const writers: Partial<Record<InstrumentMethod, (field: Field, settings: BankSettings) => Parts>> =
  {
    COP_BANK_ACCOUNT: (field) => ({
      bank: { memberId: field('bank_code') },
      holder: {
        name: field('legal_entity_name') ?? personName(field),
        country: 'CO',
        address: field('physical_address'),
        identity: colombianDocument(field('doc_type'), field('doc_id')),
      },
      account: numbered(
        field('bank_account_number'),
        { code: 'BBAN' },
        accountType(field('account_type')),
      ),
    }),
    NGN_BANK_ACCOUNT: (field) => {
      const company = field('account_holder_business_name')
      const document = field('doc_id')
      return {
        bank: { name: field('bank_name') },
        holder: {
          name: company ?? personName(field),
          country: 'NG',
          identity:
            company === undefined
              ? privateIdentity(document, 'NIDN')
              : organizationIdentity(document, 'COID'),
        },
        account: numbered(field('bank_account_number'), { code: 'BBAN' }),
      }
    },
    MXN_CLABE: (field) => ({
      // The first three digits of a CLABE are its bank.
      bank: { memberId: field('clabe')?.slice(0, 3), name: field('bank_name') },
      holder: { name: field('account_holder_name') ?? '', country: 'MX' },
      account: numbered(field('clabe'), { proprietary: 'CLABE' }),
    }),
    BRL_PIX: (field) => ({
      bank: { name: field('bank_name') },
      holder: { name: field('account_holder_name') ?? '', country: 'BR' },
      // The schema requires an account number. A Pix key can be longer than its 34 characters and goes into the proxy.
      account: element(
        'CdtrAcct',
        element('Id', element('Othr', leaf('Id', 'NOTPROVIDED'))),
        element(
          'Prxy',
          element('Tp', leaf('Prtry', field('pix_key_type'))),
          leaf('Id', field('pix_key')),
        ),
      ),
    }),
    IBAN: (field) => ({
      bank: { bic: field('bic'), name: field('bank_name') },
      holder: { name: field('account_holder_name') ?? '' },
      account: element('CdtrAcct', element('Id', leaf('IBAN', field('iban')))),
    }),
  }

const personName = (field: Field): string =>
  [field('account_holder_first_name'), field('account_holder_last_name')]
    .filter((part) => part !== undefined)
    .join(' ')

const numbered = (
  number: string | undefined,
  scheme: { code?: string; proprietary?: string },
  type?: Xml,
): Xml =>
  element(
    'CdtrAcct',
    element(
      'Id',
      element(
        'Othr',
        leaf('Id', number),
        element('SchmeNm', leaf('Cd', scheme.code) ?? leaf('Prtry', scheme.proprietary)),
      ),
    ),
    type,
  )

const accountType = (type: string | undefined): Xml =>
  element('Tp', leaf('Cd', type === 'SAVINGS' ? 'SVGS' : 'CACC'))

// Codes of the external code sets: TXID tax number, CCPT passport, ARNU foreign resident, NIDN citizen.
function colombianDocument(type: string | undefined, id: string | undefined): Xml {
  if (type === 'NIT') return organizationIdentity(id, 'TXID')
  return privateIdentity(id, type === 'PA' ? 'CCPT' : type === 'CE' ? 'ARNU' : 'NIDN')
}

const organizationIdentity = (id: string | undefined, code: string): Xml =>
  element('Id', element('OrgId', identity(id, code)))

const privateIdentity = (id: string | undefined, code: string): Xml =>
  element('Id', element('PrvtId', identity(id, code)))

const identity = (id: string | undefined, code: string): Xml =>
  element('Othr', leaf('Id', id), element('SchmeNm', leaf('Cd', code)))
