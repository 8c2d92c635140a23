// Problems of rails in words. English pages show the sentence of the service; Spanish pages show this one for its code, with
// the same facts. A reason in parentheses is the text of a bank, a node or another company.
import type { Schemas } from '../../../server/operator-client/client.ts'
import type { Language } from '../parts/amount.ts'

type Problem = Schemas['RailProblem']

/** The type requires words for every code. */
export const RAIL_PROBLEMS_IN_SPANISH: Readonly<Record<Problem['code'], string>> = {
  not_open: 'el riel {rail} aún no está abierto',
  not_opened: 'el riel {rail} no se pudo abrir ({reason})',
  unasked: 'no se le puede preguntar ({reason})',
  key_unusable: 'la clave de {setting} no puede firmar ({reason})',
  unreadable: 'no responde como debe ({reason})',
  chain_unread: 'no se pudo leer la cadena ({reason})',
  node_failing: 'un nodo no responde como debe ({reason})',
  node_behind: '{node} está {slots} slots por detrás de los demás',
  node_short_history:
    '{node} guarda {slots} slots de historia, menos de los {wanted} que pide history_days',
  nodes_disagree: 'los nodos se contradicen sobre {subject}',
  token_unchecked: 'no se pudo verificar un token ({reason})',
  fee_payer_low:
    'la cuenta que paga las comisiones, {account}, tiene {lamports} lamports: menos que low_sol ({low})',
  deposit_unexplained: 'el saldo de una cuenta de depósito aún no se explica ({reason})',
  gas_unread: 'no se puede leer el gas de {relayer}',
  gas_low: '{relayer} tiene {gwei} gwei de {currency}: menos que low_gas_gwei ({low})',
  allowance_unread: 'no se puede leer la autorización de {currency}',
  allowance_missing: 'el pagador {payer} debe autorizar a {authorizer} a mover {currency}',
  bank_unreachable: 'no se pueden intercambiar archivos con el banco ({reason})',
  bank_file_unreadable: 'no se puede leer el archivo {file} ({reason})',
  bank_file_doubtful: 'algo en los archivos del banco no es claro ({reason})',
  bank_files_more: 'y {count} más',
  bank_inbox_full:
    'el buzón tiene {count} archivos más que los {most} que se leen: mueva los antiguos',
  bank_statement_missing:
    'en {days} días bancarios no llegó ningún extracto (camt.053) con saldo de cierre',
  bank_statement_old: 'el último extracto es del {date}, hace {days} días bancarios',
  payments_unknown:
    'la carpeta de trabajo no conoce {count} pagos, porque es nueva o una copia antigua: pregunte al banco por cada uno ({some})',
  payments_taken_back:
    '{count} pagos se retiraron del buzón de salida: pregunte al banco si los leyó ({some})',
  pgp_unusable: 'las claves de OpenPGP no se pueden usar ({reason})',
  pgp_key_ends: '{key} vence el {date}: desde entonces los pagos esperan',
  pgp_key_unusable: '{key} no se puede usar y los pagos esperan ({reason})',
  connector_failing: 'el conector no responde como debe ({reason})',
  connector_version:
    'el conector habla la versión {stated} del protocolo, y este servicio la {spoken}',
  connector_lacks: 'el conector no paga {currency} por {method}, como dice su configuración',
}

export const railProblemWords = ({ code, facts, message }: Problem, language: Language): string =>
  language === 'en'
    ? message
    : RAIL_PROBLEMS_IN_SPANISH[code].replaceAll(
        /\{(\w+)\}/g,
        (whole, name: string) => facts[name] ?? whole,
      )
