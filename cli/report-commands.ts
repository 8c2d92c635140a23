// The commands on statements and reports. program.ts has all others.
import { Option, type Command } from 'commander'
import { asClient } from './client/add-client.ts'

export function addExposureCommand(program: Command): void {
  asClient(
    program
      .command('exposure')
      .description('show what open orders promise, by route or provider')
      .addOption(
        new Option('--by <what>', 'what to add up by')
          .choices(['route', 'provider'])
          .default('route'),
      )
      .option('--json', 'as JSON'),
  )
}

export function addSmallAmountsCommand(program: Command): void {
  asClient(
    program
      .command('small-amounts')
      .description('show deposits and refunds below the smallest amounts, added up by rail')
      .option('--from <instant>', 'those recorded since, such as 2026-03-01T00:00:00Z')
      .option('--to <instant>', 'those recorded before')
      .option('--json', 'as JSON'),
  )
}

export function addReconcileCommand(program: Command): void {
  asClient(
    program
      .command('reconcile')
      .description("compare a statement with the ledger's lines of its account")
      .argument('<file>', 'the statement: camt.053 (.xml) or CSV')
      .requiredOption('--account <account>', 'an account such as rail:spei or provider:ALPHA')
      .requiredOption('--currency <code>', 'the currency')
      .requiredOption('--reason <text>', 'why, for the audit trail')
      .addOption(
        new Option('--format <format>', 'if the name does not tell it').choices([
          'camt.053',
          'csv',
        ]),
      )
      .option('--from <date>', 'the first day (default: of the first line)')
      .option('--to <date>', 'the last day (default: of the last line)')
      .option(
        '--tolerance <days>',
        'how many days the two sides may book a line apart (default: 3)',
      )
      .option(
        '--number <account>',
        'camt.053: the bank account, if the rail has no settings for it',
      )
      .option('--columns <list>', 'CSV: such as date:Fecha,amount:Valor,reference:Referencia')
      .addOption(
        new Option('--delimiter <character>', 'CSV (default: a comma)').choices([
          ',',
          ';',
          '|',
          'tab',
        ]),
      )
      .addOption(new Option('--decimal <character>', 'CSV (default: a point)').choices(['.', ',']))
      .option('--date-format <format>', 'CSV: such as DD/MM/YYYY (default: YYYY-MM-DD)')
      .addOption(
        new Option('--encoding <name>', 'CSV (default: utf-8)').choices(['utf-8', 'windows-1252']),
      )
      .option('--json', 'as JSON'),
  )
}
