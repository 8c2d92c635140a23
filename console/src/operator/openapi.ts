// Generated from operator-openapi.json by `npm run generate`.
export interface paths {
    "/operator/v1/enrolment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin an enrolment
         * @description A new user, or one who was reset, chooses a password. The answer has the secret for an authenticator app. Calling it again makes another secret.
         */
        post: operations["beginEnrolment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/enrolment/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an enrolment
         * @description Proves that the authenticator app has the secret, and signs the user in.
         */
        post: operations["confirmEnrolment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description At most 10 failures in five minutes from one address, or one /64 of IPv6. A wrong login, password and code have the same answer.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller
         * @description The user or key that the session or key belongs to, and what it may do.
         */
        get: operations["whoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session of this request. A key has no session.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sign-in/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in with a passkey
         * @description Names no user: the authenticator knows whose passkey it has.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Instead of password and code. Failures are limited like those of passwords, and counted apart.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description Oldest first.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description What the authenticator made of the options. At most 20 for each user.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description For the signed-in user, with a code of the authenticator app.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/passkeys/{passkey_id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a passkey
         * @description Nobody signs in with it any more. Sessions stay.
         */
        post: operations["removePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description All users, by login.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description The answer has a token with which the user enrols. If a rule asks for an approval, whoever approves gets the token. A repeated request is refused with `login_taken`; if the token was lost, reset the user.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/users/{login}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Applies from the next request on. Disabling ends all sessions of the user.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/operator/v1/users/{login}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a user
         * @description Ends all sessions and forgets password, second factor and passkeys. The user enrols again with the new token. If a rule asks for an approval, whoever approves gets the token.
         */
        post: operations["resetUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/users/{login}/admit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Admit a user
         * @description For a user who has enrolled: you have spoken with the user, so that you know who holds the password. If a rule covers `user.created` or `user.reset`, the user may do nothing before, and whoever got the enrolment token cannot admit the user.
         */
        post: operations["admitUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operator keys
         * @description All keys, oldest first, also revoked ones. The keys themselves are not kept.
         */
        get: operations["listOperatorKeys"];
        put?: never;
        /**
         * Create an operator key
         * @description For a program. The key is shown only in this answer. If a rule asks for an approval, whoever approves gets the key, and its acts count as that person's. A repeated request is refused with `label_taken`; if the key was lost, revoke it and create another.
         */
        post: operations["createOperatorKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an operator key
         * @description It stops working at once.
         */
        post: operations["revokeOperatorKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List parked orders
         * @description Orders that wait for an operator, longest first. Always in pages.
         */
        get: operations["listParkedOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/frozen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List frozen orders
         * @description Orders for which nothing is filled or sent, longest first. Always in pages.
         */
        get: operations["listFrozenOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/contradicted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders that a rail contradicts
         * @description Orders with a payout or refund whose outcome an operator recorded, and of which the rail said the opposite later. Always in pages.
         */
        get: operations["listContradictedOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a parked order
         * @description The order goes on, after all checks have run again.
         */
        post: operations["releaseOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a parked order
         * @description A funded order is then declined, and its customer retries it or has it refunded. Refused while the outcome of a fill or payout is unknown.
         */
        post: operations["failOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an order
         * @description Ends a parked or declined order, or one whose payout came back, and sends the money back. Refused while the outcome of a fill or payout is unknown.
         */
        post: operations["refundOrderByOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/accept-loss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a loss
         * @description For an order that is parked for slippage. It goes on, and is filled if the desk loses at most the amount with the firm quote. A greater loss parks it again.
         */
        post: operations["acceptLossOfOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose another provider
         * @description For an unfilled order that is parked. From now on only this provider is asked. Refused while the outcome of a fill is unknown.
         */
        post: operations["changeProviderOfOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/pay-elsewhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay out to another instrument
         * @description For a filled order that is parked, and for a payout that came back. The instrument is an ACTIVE one of the organization. The order keeps naming its original instrument; the payout names the one that is paid.
         */
        post: operations["payOrderElsewhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/pay-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay out again
         * @description For a payout that came back: it is sent again to the same instrument.
         */
        post: operations["payOrderAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/redirect-refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a refund to another instrument
         * @description For a refund that the rail rejected for good, that has no destination, or that was never prepared for its rail.
         */
        post: operations["redirectRefundOfOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/send-kept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send kept refunds
         * @description Sends the small refunds that the order keeps, as one refund for each currency, whatever its amount. The fee that the payer bears is taken off if something is left.
         */
        post: operations["sendKeptRefundsOfOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/mark-payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record the outcome of a payout
         * @description For a payout whose outcome the rail does not tell, with evidence. The order must be frozen or parked. `rejected` is refused while the payout can still be executed: cancel it first. The ledger gets the postings of the rail itself. If the rail gives another answer later, that is reported and changes nothing.
         */
        post: operations["markPayoutOfOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/mark-refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record the outcome of a refund
         * @description The same for a refund. The order must be frozen.
         */
        post: operations["markRefundOfOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/cancel-payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payout in flight
         * @description Asks the rail not to execute the payout. From now on nothing is sent under its key. If the rail confirms, the payout is rejected and the order is refunded. If it was executed before, it is settled. If the rail refuses, the payout goes on. A parked order is released.
         */
        post: operations["cancelPayoutOfOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/cancel-refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a refund in flight
         * @description The same for a refund. If the rail confirms, the refund waits for another destination.
         */
        post: operations["cancelRefundOfOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze an order
         * @description A hold on this order alone, at any place. Nothing is filled, paid out or refunded for it. Deposits are recorded, and what is in flight is looked up. The customer sees a review.
         */
        post: operations["freezeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the freeze of an order
         * @description The order goes on after all checks have run again. A parked order stays parked.
         */
        post: operations["unfreezeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/sent-before": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record what was sent before a restore
         * @description For a payout, refund or fill that was made in the time that a restore of the database lost. The order gets its fill, as its provider lists it, and the send, with their postings. An order that has ended meanwhile is reinstated if its money was not sent back. Nothing is sent.
         */
        post: operations["recordOrderSentBefore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/volume_limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the volume limits of an organization
         * @description With what is used and what remains, as the customer sees it.
         */
        get: operations["listVolumeLimitsOfOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/volume_limits/raise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Raise a volume limit for a while
         * @description Replaces an earlier raise. The operator file sets the usual limit, which applies again afterwards.
         */
        post: operations["raiseVolumeLimit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approvals
         * @description Acts that wait for a second person, or did. Newest first, always in pages.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an approval
         * @description An act that waits for a second person, or did.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/approvals/{approval_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an act
         * @description Carries out the act as it was asked, if its subject still has the version that the proposer saw. Otherwise the approval lapses. Refused for the proposer, also with another session or a key of the same person.
         */
        post: operations["approveAct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/approvals/{approval_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an act
         * @description The act is not carried out. Whoever may approve it may reject it.
         */
        post: operations["rejectAct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/approvals/{approval_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an act
         * @description Only the proposer takes an act back, with any session or key of the same person.
         */
        post: operations["withdrawAct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/halts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List halts
         * @description The present halts, oldest first.
         */
        get: operations["listHalts"];
        put?: never;
        /**
         * Halt quotes, fills or sends
         * @description Every process stops within a second. Orders wait, and are not parked. Sends may name a rail, fills a provider, quotes either.
         */
        post: operations["halt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/halts/{halt_id}/unknown-sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unknown sends
         * @description What the rail of a halt after a restore has sent, and the restored database does not know. Not found for whoever sees only some enterprises.
         */
        get: operations["listUnknownSends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/halts/{halt_id}/unknown-fills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unknown fills
         * @description What the provider of a halt after a restore has converted, and the restored database does not know. Not found for whoever sees only some enterprises.
         */
        get: operations["listUnknownFills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/halts/{halt_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a halt
         * @description Orders, refunds and sweeps that waited go on at once, unless another halt stops them.
         */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Orders of all organizations. Newest first, always in pages.
         */
        get: operations["listOperatorOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description With the accounts of the desk, its trades with providers, and every transfer.
         */
        get: operations["getOperatorOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of an order
         * @description Of an order that is completed or refunded: what was paid in, the rate, the fee, what was paid out or back, and what the banks or chains know it by. Accounts are shown by their last four characters. The same order has the same receipt, byte for byte. The Accept header decides: `text/html` (the default) or `application/pdf`.
         */
        get: operations["getOperatorReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/receipt.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of an order in PDF
         * @description Of an order that is completed or refunded: what was paid in, the rate, the fee, what was paid out or back, and what the banks or chains know it by. Accounts are shown by their last four characters. The same order has the same receipt, byte for byte.
         */
        get: operations["getOperatorReceiptPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/enterprises": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List enterprises
         * @description Enterprises. Newest first, always in pages.
         */
        get: operations["listOperatorEnterprises"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/enterprises/{enterprise_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an enterprise
         * @description As it is now.
         */
        get: operations["getOperatorEnterprise"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Organizations of all enterprises. Newest first, always in pages.
         */
        get: operations["listOperatorOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description As it is now.
         */
        get: operations["getOperatorOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description API keys of customers, without their secrets. Newest first, always in pages.
         */
        get: operations["listOperatorApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/api_keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description As it is now.
         */
        get: operations["getOperatorApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/enterprises/{enterprise_id}/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key of a customer
         * @description The key is shown only in this answer: give it to the customer. If a rule asks for an approval, whoever approves gets it. Without an Idempotency-Key, a repeated request creates another key. If an answer was lost, revoke its key.
         */
        post: operations["createApiKeyOfEnterprise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/api_keys/{api_key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key of a customer
         * @description It and the keys made by it stop working within a second.
         */
        post: operations["revokeApiKeyOfEnterprise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/instruments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List instruments
         * @description External payment instruments of all organizations, without their details. Newest first, always in pages.
         */
        get: operations["listOperatorInstruments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/instruments/{instrument_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an instrument
         * @description As it is now.
         */
        get: operations["getOperatorInstrument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/instruments/{instrument_id}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the details of an instrument
         * @description The account as the customer entered it. The audit trail has who read it, and why, before the answer is sent.
         */
        post: operations["readInstrumentDetails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deposits
         * @description Deposits that arrived. Only whoever sees all enterprises sees those in suspense, which belong to none. Newest first, always in pages.
         */
        get: operations["listOperatorDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/{deposit_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deposit
         * @description As it is now.
         */
        get: operations["getOperatorDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description Attempts to pay beneficiaries. Newest first, always in pages.
         */
        get: operations["listOperatorPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/payouts/{payout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payout
         * @description As it is now.
         */
        get: operations["getOperatorPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Payments back to payers. Newest first, always in pages.
         */
        get: operations["listOperatorRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/refunds/{refund_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a refund
         * @description As it is now.
         */
        get: operations["getOperatorRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description What happened, of all organizations, as customers get it. Newest first, always in pages.
         */
        get: operations["listOperatorEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description As it is now.
         */
        get: operations["getOperatorEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Webhook endpoints of organizations and of whole enterprises, without their secrets. Newest first, always in pages.
         */
        get: operations["listOperatorWebhookEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook_endpoints/{webhook_endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description As it is now.
         */
        get: operations["getOperatorWebhookEndpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Newest event first, always in pages.
         */
        get: operations["listOperatorDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook_endpoints/{webhook_endpoint_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook endpoint
         * @description Nothing is sent to it any more. One that the service disabled leaves the queue. Its customer sees the reason `operator`, and may enable it.
         */
        post: operations["disableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook_endpoints/{webhook_endpoint_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint
         * @description Resets its failures. Refused if its customer disabled it. Events of the time without it are sent by a redelivery.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook_endpoints/{webhook_endpoint_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events of a period again
         * @description The events that the endpoint listens to, up to the oldest 10000.
         */
        post: operations["redeliverToWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List movements
         * @description Movements of the desk's own money. They belong to the deployment: an operator of some enterprises sees none. Newest first, always in pages.
         */
        get: operations["listOperatorMovements"];
        put?: never;
        /**
         * Propose a movement
         * @description Between two accounts of the desk. It posts nothing before it is approved and sent.
         */
        post: operations["proposeMovement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/movements/{movement_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a movement
         * @description As it is now.
         */
        get: operations["getOperatorMovement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List routes
         * @description Routes of all organizations. Newest first, always in pages.
         */
        get: operations["listOperatorRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/routes/{route_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a route
         * @description As it is now.
         */
        get: operations["getOperatorRoute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List liquidity providers
         * @description All of them, by name. Rates are those that the answering process knows.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a liquidity provider
         * @description As it is now.
         */
        get: operations["getProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/rails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rails
         * @description All of them, by name.
         */
        get: operations["listRails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/rails/{rail}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a rail
         * @description As it is now.
         */
        get: operations["getRail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/funding_accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List funding accounts
         * @description Funding accounts of pools. They belong to the deployment: an operator of some enterprises sees none. Newest first, always in pages.
         */
        get: operations["listOperatorFundingAccounts"];
        put?: never;
        /**
         * Add funding accounts to a pool
         * @description Accounts that the bank opened for payers. Those that the pool has already are left out, so that a repeated request adds nothing. All are added, or none if one is invalid. An approval shows how the accounts end, and keeps the rest encrypted until it is decided.
         */
        post: operations["addFundingAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/funding_accounts/{funding_account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a funding account
         * @description As it is now.
         */
        get: operations["getOperatorFundingAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/funding_accounts/{funding_account_id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retire a funding account
         * @description No further order gets it. The order that has it keeps it, and is paid at it.
         */
        post: operations["retireFundingAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/rail_entries/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries of rails that wait
         * @description Entries that are invalid or could not be taken up: the oldest 1,000, unpaged. They belong to the deployment.
         */
        get: operations["listWaitingEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/rail_entries/{entry_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an entry up now
         * @description The worker tries it again at once. An invalid entry cannot be taken up.
         */
        post: operations["retryEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/rail_entries/{entry_id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss an entry
         * @description For an entry that is no money: it was told twice, or it is not readable and the statement has nothing for it. Nothing is posted. If money moved, record a movement.
         */
        post: operations["dismissEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/rail_entries/{entry_id}/tie": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tie an entry to a payment
         * @description For a return whose key the rail did not tell or told wrongly: name the key of the payout, refund or returned deposit that came back. For a reversal: name the deposit. The worker takes it up at once, with the ordinary checks and postings.
         */
        post: operations["tieEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/rail_entries/{entry_id}/deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record an entry as a deposit in suspense
         * @description For money that came: a return that belongs to no payment or is above what was sent, or an invalid entry for which the statement has a credit. Name transaction, account, currency and amount for an invalid one. The deposit then has the exits of suspense.
         */
        post: operations["recordEntryAsDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search
         * @description Finds at most 50 things: by any identifier, by the reference number or external reference of an order, by the transaction of a deposit, by the account that an order is funded at, by the beginning of the name of an enterprise or organization, and by an amount such as `1000.00` or `1000.00 USDC` among the newest orders and deposits.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what needs a person
         * @description Oldest first, always in pages. An item disappears by itself when it is done. Whoever sees only some enterprises gets their items, and not those of the deployment.
         */
        get: operations["listQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/queue/{kind}/{subject}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an item
         * @description Not found once it is done.
         */
        get: operations["getQueueItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/queue/{kind}/{subject}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments on an item
         * @description The newest 200, newest first, of an item that is not done.
         */
        get: operations["listQueueComments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/queue/{kind}/{subject}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim an item
         * @description One of several concurrent claims is taken. The others are refused.
         */
        post: operations["claimQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/queue/{kind}/{subject}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign an item
         * @description Also takes it over from whoever works on it.
         */
        post: operations["assignQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/queue/{kind}/{subject}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Snooze an item
         * @description It is left out of the queue until then. The metrics count it all the same.
         */
        post: operations["snoozeQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/queue/{kind}/{subject}/comment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on an item
         * @description The comment is the `reason`. It stays when the item is done.
         */
        post: operations["commentOnQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/configuration/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions of the configuration
         * @description The newest 100, newest first. Pending ones too.
         */
        get: operations["listConfigurationVersions"];
        put?: never;
        /**
         * Apply an operator file
         * @description At once, or from an instant on. The file is authoritative for the routes that it describes. It must describe nothing else.
         */
        post: operations["applyConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/configuration/versions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of the configuration
         * @description Who made it, why, and what it changed.
         */
        get: operations["getConfigurationVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/configuration/versions/{number}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back to a version of the configuration
         * @description Takes back what became effective for routes after the version; `0` takes back all of it. Nothing is deleted: routes that were created since are disabled. Everything else stays as it is.
         */
        post: operations["rollBackConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/configuration/versions/{number}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a pending version of the configuration
         * @description It never becomes effective.
         */
        post: operations["withdrawConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/routes/{route_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a route
         * @description It takes no quotes, and its earlier quotes make no orders.
         */
        post: operations["disableRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/routes/{route_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a route
         * @description It takes quotes again.
         */
        post: operations["enableRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/configuration/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an operator file
         * @description What customers would be quoted before and after it, at present rates. It changes nothing. Versions that become effective earlier count as effective.
         */
        post: operations["previewConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/configuration/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the configuration
         * @description Describes the database as an operator file, for at most 2000 organizations. Secrets are references, and instruments have their ids alone.
         */
        get: operations["exportConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/configuration/file/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the configuration with the details of instruments
         * @description As the export, with the accounts of instruments that a file created. The audit trail has who read them, and why, before the answer is sent.
         */
        post: operations["exportConfigurationWithDetails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/enterprises/{enterprise_id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold an enterprise
         * @description All its active organizations are put on hold at once.
         */
        post: operations["holdEnterprise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/enterprises/{enterprise_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release an enterprise
         * @description Releases the organizations that the hold of the enterprise put on hold, and no other.
         */
        post: operations["releaseEnterprise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold an organization
         * @description Nothing new is quoted, ordered or sent for it until it is released.
         */
        post: operations["holdOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release an organization
         * @description Ends its hold, or releases a new organization for the first time.
         */
        post: operations["releaseOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/instruments/{instrument_id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold the account of an instrument
         * @description Holds every instrument of the same account in the enterprise, also those that are created later.
         */
        post: operations["holdInstrument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/instruments/{instrument_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release the account of an instrument
         * @description Ends the hold of the account, or releases a new instrument for the first time. Other instruments of the account that were never released go on waiting.
         */
        post: operations["releaseInstrument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/{deposit_id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a deposit to an order
         * @description For a deposit in suspense. If it cannot count towards the order, it is refunded. With `wrong_asset` also a deposit in another currency is assigned; it is refunded.
         */
        post: operations["assignDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/{deposit_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a held deposit
         * @description Ends the hold of screening, so that the deposit is credited as of when it was recorded, or goes back if its return is held. If the screeners have changed since they answered, they are asked again.
         */
        post: operations["releaseDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/{deposit_id}/book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a deposit as the desk's own money
         * @description For a deposit in suspense that is no payment of a customer, such as a top-up or the settlement of a provider. Name the account that it came from, or the treasury movement whose arrival it is: a sent one is then settled, and a settled one is no longer counted twice.
         */
        post: operations["bookDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/{deposit_id}/write-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write off a deposit
         * @description For a deposit in suspense that nobody claims. The desk keeps it in the account `unclaimed`.
         */
        post: operations["writeOffDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/strays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List strays
         * @description Coins and tokens at deposit addresses that are no deposit, and wait for a decision or are being returned: the oldest 1,000, unpaged. They belong to no enterprise.
         */
        get: operations["listStrays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/strays/{stray_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a stray
         * @description Sends all of it to an address on its chain, which screening must clear. The sender proves that the address is his or hers; an exchange often cannot receive at the address that it sent from.
         */
        post: operations["returnStray"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/strays/{stray_id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a stray
         * @description For dust and spam. It stays at its address, and comes back only if more of it arrives.
         */
        post: operations["dismissStray"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/{deposit_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a deposit to its sender
         * @description For a deposit in suspense: its whole amount goes back, as a refund without an order. Without `method` it goes to the account that the rail told. Name `method`, `details` and `evidence` where the rail tells no account, or where it cannot receive. A return that a rail lists after a restore is recorded, and not sent.
         */
        post: operations["returnDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/{deposit_id}/stop-return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the return of a deposit
         * @description A return that is not prepared yet is withdrawn: the deposit is in suspense again. From now on nothing more is sent for any other, and the rail is asked to cancel it if it can. Only the outcome at the rail, or evidence, ends it.
         */
        post: operations["stopDepositReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/{deposit_id}/mark-return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record the outcome of a return
         * @description For a stopped return of which the rail does not tell the outcome. `rejected` puts the deposit into suspense again. It is refused while the send can still be executed; the evidence counts where the rail cannot tell, after `CORRIDOR_EVIDENCE_AFTER_HOURS`.
         */
        post: operations["markDepositReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deposits that go back
         * @description Deposits in suspense that operators sent back: the newest 1,000, unpaged. They belong to no enterprise.
         */
        get: operations["listDepositReturns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/refunds/{refund_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a held refund
         * @description Ends the hold of screening on its beneficiary. The refund is due at once.
         */
        post: operations["releaseRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/reversals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open reversals
         * @description Orders whose payers owe the desk money, or which lack money, after reversals. Oldest first, unpaged.
         */
        get: operations["listReversals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/reversal/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note that reversed money was received
         * @description The money of the reversed deposits is at its rail again.
         */
        post: operations["receiveReversal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/reversal/write-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write off reversed money
         * @description The desk gives up what the payer of the order owes.
         */
        post: operations["writeOffReversal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{order_id}/reversal/set-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set refunds off against reversed money
         * @description Refunds of the order that were not sent pay what its payer owes. The rest of a larger refund is sent, and the rest of a larger debt stays.
         */
        post: operations["setOffReversal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/movements/{movement_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a proposed movement
         * @description Refused if the state of the movement does not allow it.
         */
        post: operations["approveMovement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/movements/{movement_id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that an approved movement has left its account
         * @description Refused if the state of the movement does not allow it.
         */
        post: operations["sendMovement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/movements/{movement_id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that a movement has arrived
         * @description Refused if the state of the movement does not allow it.
         */
        post: operations["settleMovement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/movements/{movement_id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that a sent movement came back
         * @description Refused if the state of the movement does not allow it.
         */
        post: operations["failMovement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/movements/{movement_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a movement that was not sent
         * @description Refused if the state of the movement does not allow it.
         */
        post: operations["cancelMovement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List holds
         * @description Organizations and instruments on hold. Unpaged.
         */
        get: operations["listHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/deposits/held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List held deposits
         * @description Deposits that screening holds, rejected or has not answered about: the oldest 1,000, unpaged. They belong to no enterprise before they are credited.
         */
        get: operations["listHeldDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/refunds/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List waiting refunds
         * @description Refunds that are rejected, without a destination, on hold, beyond a cap, not cleared by screening, or with many failed attempts. Oldest first, unpaged.
         */
        get: operations["listWaitingRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List balances of the desk
         * @description Accounts of rails and providers with a balance. They belong to the deployment: an operator of some enterprises sees none. Unpaged.
         */
        get: operations["listDeskBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sweeps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sweeps
         * @description Sweeps that are open, or failed within a week; with `finished=true` also the latest finished ones. At most 1,000, newest first. They belong to the deployment: an operator of some enterprises sees none. Unpaged.
         */
        get: operations["listSweeps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/information_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List information requests
         * @description Newest first, always in pages.
         */
        get: operations["listInformationRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/information_requests/{information_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an information request
         * @description Without what was answered.
         */
        get: operations["getInformationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/information_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask an organization for information
         * @description The customer sees it in the API and as an event, and answers it there. `hold_order` freezes the order in the same transaction; `unfreeze` ends that.
         */
        post: operations["openInformationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/information_requests/{information_request_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an information request
         * @description Nothing is needed any more, or another request takes its place. A frozen order stays frozen.
         */
        post: operations["closeInformationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/information_requests/{information_request_id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the answer
         * @description The values of the fields, decrypted. The audit trail has an entry of it.
         */
        post: operations["readInformationAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/information_requests/{information_request_id}/documents/{information_document_id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a document
         * @description Its content, decrypted. The audit trail has an entry of it.
         */
        post: operations["readInformationDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/instruments/{external_payment_instrument_id}/travel_rule/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a travel rule record
         * @description The newest record of a wallet, decrypted. The audit trail has an entry of it.
         */
        post: operations["readTravelRuleRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the verifications of an organization
         * @description Of the organization and its instruments, in pages. What is not listed is pending: nobody has decided.
         */
        get: operations["listVerifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify or reject an organization
         * @description Screeners of kind `verification` say what an organization that is not verified cannot do. Its status stays as it is. What is held for it goes on within seconds.
         */
        post: operations["verifyOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/instruments/{external_payment_instrument_id}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify or reject an instrument
         * @description As for an organization.
         */
        post: operations["verifyInstrument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/account_matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts of several organizations
         * @description Accounts that at least two organizations have, also of different enterprises, always in pages. Holders, labels and currencies may differ. Whoever sees only some enterprises gets matches among these.
         */
        get: operations["listAccountMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/instruments/{external_payment_instrument_id}/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the other instruments of an account
         * @description Instruments of the same account, of any organization and enterprise that the operator sees, at most 200.
         */
        get: operations["listMatchesOfInstrument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/reconciliations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reconciliations
         * @description Newest first, always in pages. Only operators of all enterprises see them.
         */
        get: operations["listReconciliations"];
        put?: never;
        /**
         * Reconcile a statement
         * @description Compares a statement with the ledger's lines of its account and days. The Content-Type says what the file is. The same file with the same parameters is answered 200 with what it made first; lines that another file had before count as known.
         */
        post: operations["reconcile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/reconciliations/chain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reconcile a chain
         * @description Reads what moved at the accounts of a rail on a chain in final blocks, and compares it like a statement. The tokens of the rail only: fees in the coin of the chain are posted from its blocks.
         */
        post: operations["reconcileChain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/reconciliations/{reconciliation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a reconciliation
         * @description With the numbers of lines, matches and differences.
         */
        get: operations["getReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/reconciliations/{reconciliation_id}/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the differences of a reconciliation
         * @description In the order of the statement, always in pages: those that it showed first. An open one is also an item of the queue.
         */
        get: operations["listDifferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/differences/{difference_id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain a difference
         * @description Closes it. The reason is the explanation. The ledger stays as it is.
         */
        post: operations["explainDifference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/differences/{difference_id}/movement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose a movement for a difference
         * @description Closes it and proposes a treasury movement of its amount between its account and another. The movement is approved and settled like every other. If it is cancelled or fails, the difference is open again.
         */
        post: operations["moveDifference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export rows
         * @description All rows of a kind and a period as of one instant, streamed. The last line says how many lines there are.
         */
        post: operations["makeExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{account}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statement of an account
         * @description Opening balance, every movement and closing balance. Opening balance and movements are the closing balance, exactly. Movements are in pages, oldest first.
         */
        get: operations["getAccountStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statement of an organization
         * @description Opening balance, every movement and closing balance. Opening balance and movements are the closing balance, exactly. Movements are in pages, oldest first.
         */
        get: operations["getOrganizationStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/margin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List margin and exposure by day, route and provider
         * @description What the desk earned and lost, from the ledger alone: the sum over all rows is the change of its accounts. Whoever sees only some enterprises gets their rows. The first day first, always in pages.
         */
        get: operations["listMargin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/exposure/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what open orders promise, by route
         * @description Orders that await funding or conversion, at this moment. Whoever sees only some enterprises gets their orders.
         */
        get: operations["listExposureOfRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/exposure/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what open orders promise, by provider
         * @description Orders that await funding or conversion, at this moment. Whoever sees only some enterprises gets their orders.
         */
        get: operations["listExposureOfProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/small_amounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List small amounts
         * @description What came of deposits and refunds below the smallest amounts, by rail and currency: those recorded in the period, as they are now. Whoever sees only some enterprises gets their refunds. Unpaged.
         */
        get: operations["listSmallAmounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit trail
         * @description Newest first, always in pages. Whoever sees only some enterprises gets the entries of their chains.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What moved in an account in a period. */
        AccountStatement: {
            /**
             * @description The account.
             * @example rail:sandbox
             */
            account: string;
            /**
             * Format: date-time
             * @description The beginning of the period.
             * @example 2026-03-02T14:05:09.120Z
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the period, which does not belong to it.
             * @example 2026-03-02T14:05:09.120Z
             */
            to: string;
            /**
             * @description False until a minute after the period has ended: more may be posted.
             * @example true
             */
            is_final: boolean;
            /** @description Only on the first page; null on the others. */
            totals: components["schemas"]["StatementTotals"][] | null;
            /** @description Oldest first, in pages. */
            movements: components["schemas"]["StatementMovement"][];
        };
        /** @description One AccountStatement. */
        AccountStatementResponse: {
            data: components["schemas"]["AccountStatement"];
        };
        /** @description A request with this Idempotency-Key was carried out already. */
        ActAlreadyDoneProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "act_already_done";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "act_already_done";
        };
        /** @description The current state does not allow this act. */
        ActRefusedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "act_refused";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "act_refused";
        };
        /** @description What became of accounts for a pool. */
        AddedFundingAccounts: {
            /**
             * Format: int32
             * @description Accounts that the pool did not have.
             * @example 2
             */
            added: number;
            /**
             * Format: int32
             * @description Accounts that it had already.
             * @example 0
             */
            known: number;
        };
        /** @description One AddedFundingAccounts. */
        AddedFundingAccountsResponse: {
            data: components["schemas"]["AddedFundingAccounts"];
        };
        /**
         * @description HOME: of residence. BIZZ: of business. GEOG: another place.
         * @example HOME
         * @enum {string}
         */
        AddressType: "HOME" | "BIZZ" | "GEOG";
        /**
         * @description ACTIVE: it works. EXPIRED: its expiry has passed. REVOKED: it was revoked.
         * @example ACTIVE
         * @enum {string}
         */
        ApiKeyStatus: "ACTIVE" | "EXPIRED" | "REVOKED";
        /** @description What became of an operator file. */
        AppliedConfiguration: {
            /** @description The new version. Null if the file changes nothing. */
            version: components["schemas"]["ConfigurationVersion"] | null;
            /** @description What changes. */
            changes: components["schemas"]["ConfigurationChange"][];
            /** @description What is probably a mistake in the file. It is applied all the same. */
            warnings: string[];
        };
        /** @description One AppliedConfiguration. */
        AppliedConfigurationResponse: {
            data: components["schemas"]["AppliedConfiguration"];
        };
        /** @description An act that waits for a second person, or did. */
        Approval: {
            /**
             * @description The approval.
             * @example apr_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The act.
             * @example order.refund
             */
            act: string;
            /** @description Whose data the act is about. Null for the deployment. */
            enterprise_id: string | null;
            /**
             * @description What the act is about. Empty if it creates something.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * @description The state of the subject that the proposer saw. In another state it lapses.
             * @example 7
             */
            version: string;
            /** @description What the act moves. */
            amounts: components["schemas"]["Money"][];
            /**
             * @description The act as it was asked: the parameters of its path, and its body.
             * @example {
             *       "params": {
             *         "order_id": "ord_01jqe8m2x4fv5s0t6w7y8z9abc"
             *       },
             *       "body": {}
             *     }
             */
            asked: Record<string, never>;
            /**
             * @description Why.
             * @example Agreed with the customer.
             */
            reason: string;
            /** @description Who may approve it. */
            roles: components["schemas"]["OperatorRole"][];
            /**
             * @description As in the audit trail.
             * @example user:ben
             */
            proposed_by: string;
            /**
             * Format: date-time
             * @description When it was proposed, in real time.
             * @example 2026-03-02T14:05:09.120Z
             */
            proposed_at: string;
            /**
             * Format: date-time
             * @description Until when it can be approved.
             * @example 2026-03-02T14:05:09.120Z
             */
            expires_at: string;
            status: components["schemas"]["ApprovalStatus"];
            /** @description Who decided. Null while it waits, and if nobody decided. */
            decided_by: string | null;
            /** @description When it was decided. Null while it waits. */
            decided_at: string | null;
            /** @description Why it was decided so. Null while it waits. */
            decision_reason: string | null;
        };
        /** @description An act that waits for a second person. */
        ApprovalFacts: {
            /**
             * @description The act.
             * @example order.refund
             */
            act: string;
            /**
             * @description What the act is about. Empty if it creates something.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            about: string;
            /**
             * @description Why.
             * @example Agreed with the customer.
             */
            reason: string;
            /** @description Who may approve it. */
            roles: string[];
            /**
             * @description As in the audit trail.
             * @example user:ben
             */
            proposed_by: string;
            /**
             * Format: date-time
             * @description Until when it can be approved.
             * @example 2026-03-02T14:05:09.120Z
             */
            expires_at: string;
        };
        /** @description An item of kind approval. */
        ApprovalItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "approval";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["ApprovalFacts"];
        };
        /** @description Rows of Approval: all of them, or a page where the request asked for one. */
        ApprovalList: {
            /** @description Rows of Approval: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Approval"][];
        };
        /** @description One Approval. */
        ApprovalResponse: {
            data: components["schemas"]["Approval"];
        };
        /**
         * @description The state of an approval.
         * @example PENDING
         * @enum {string}
         */
        ApprovalStatus: "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "LAPSED" | "EXPIRED";
        /** @description An approval, and the answer of its act. */
        ApprovedAct: {
            approval: components["schemas"]["Approval"];
            /**
             * @description The data that the act answers where nobody needs to approve it.
             * @example {}
             */
            answer: Record<string, never>;
        };
        /** @description One ApprovedAct. */
        ApprovedActResponse: {
            data: components["schemas"]["ApprovedAct"];
        };
        /** @description Something that an operator did or was refused. */
        AuditEntry: {
            /** @description The chain of the entry. Null for the chain of the deployment. */
            enterprise_id: string | null;
            /**
             * @description The position in its chain.
             * @example 17
             */
            number: string;
            /**
             * Format: date-time
             * @description When it happened, in real time.
             * @example 2026-03-02T14:05:09.120Z
             */
            at: string;
            /**
             * @description `user:LOGIN`, `key:LABEL`, or `command` for a command on the server.
             * @example user:ben
             */
            actor: string;
            /**
             * @description What was done.
             * @example order.refund
             */
            act: string;
            /**
             * @description What it was done to. Empty if it is nothing in particular.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * @description Why. Empty where an act needs no reason.
             * @example The customer asked for it by telephone.
             */
            reason: string;
            /**
             * @description Facts about the act: `before` and `after` of what it changed, and others.
             * @example {
             *       "after": {
             *         "status": "FAILED_REFUND_REQUESTED"
             *       }
             *     }
             */
            detail: Record<string, never>;
            /**
             * @description SHA-256 over the entry and the hash of the one before it, in hexadecimal.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            hash: string;
        };
        /** @description Rows of AuditEntry: all of them, or a page where the request asked for one. */
        AuditEntryList: {
            /** @description Rows of AuditEntry: all of them, or a page where the request asked for one. */
            data: components["schemas"]["AuditEntry"][];
        };
        /** @description A problem with the HTTP status 400. */
        BadRequestProblem: components["schemas"]["InvalidJsonProblem"] | components["schemas"]["DuplicateJsonKeyProblem"] | components["schemas"]["JsonTooDeepProblem"] | components["schemas"]["InvalidRequestProblem"] | components["schemas"]["UnknownFieldProblem"] | components["schemas"]["IdempotencyKeyInvalidProblem"] | components["schemas"]["DuplicateHeaderProblem"] | components["schemas"]["InvalidCursorProblem"];
        /** @description A balance that is not what the ledger has. */
        BalanceDifference: {
            /**
             * @description The account of the ledger.
             * @example rail:spei
             */
            account: string;
            /**
             * @description The currency.
             * @example MXN
             */
            currency: string;
            /**
             * @description What the ledger has.
             * @example -12.50
             */
            ledger: string;
            /**
             * @description What the rail or provider reports.
             * @example -12.50
             */
            reported: string;
            /**
             * @description What is reported less what the ledger has.
             * @example -12.50
             */
            difference: string;
        };
        /** @description An item of kind balance_difference. */
        BalanceDifferenceItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "balance_difference";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["BalanceDifference"];
        };
        /** @description Who gets the money. */
        Beneficiary: {
            /** @description Who the beneficiary is. */
            beneficiaryPersons: components["schemas"]["IvmsPerson"][];
            /** @description Accounts or addresses. */
            accountNumber?: string[];
        };
        /** @description The body is larger than 64 KiB. */
        BodyTooLargeProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 413;
            /**
             * @description The error.
             * @constant
             */
            code: "body_too_large";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "body_too_large";
        };
        /**
         * @description An account in Brazil, by its Pix key. Carries BRL. A field that was not sent is an empty string.
         * @example {
         *       "pix_key_type": "EVP",
         *       "pix_key": "123e4567-e12b-42d1-a456-426655440000",
         *       "account_holder_name": "Ana Souza",
         *       "bank_name": "Banco do Brasil"
         *     }
         */
        BrlPixDetails: {
            pix_key_type: components["schemas"]["BrlPixPixKeyType"];
            /**
             * @description The key in the central bank's form. CPF: 11 digits. CNPJ: 14 characters. EMAIL: in lower case, at most 77 characters. PHONE: +55, area code and 8 or 9 digits. EVP: a UUID in lower case.
             * @example 123e4567-e12b-42d1-a456-426655440000
             */
            pix_key: string;
            /**
             * @description The holder, a person or a company.
             * @example Ana Souza
             */
            account_holder_name: string;
            /**
             * @description The bank. May be empty.
             * @example Banco do Brasil
             */
            bank_name: string;
        };
        /** @description An account in Brazil, by its Pix key. Carries BRL. */
        BrlPixInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example BRL
             * @enum {string}
             */
            currency: "BRL";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "BRL_PIX";
            details: components["schemas"]["BrlPixDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /**
         * @description The kind of `pix_key`; EVP is a random key.
         * @example EVP
         * @enum {string}
         */
        BrlPixPixKeyType: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "EVP";
        /** @description The caller of the operator API. */
        Caller: {
            /**
             * @description As the audit trail names the caller.
             * @example user:ben
             */
            actor: string;
            role: components["schemas"]["OperatorRole"];
            /** @description The enterprises whose data is seen. Null for all. */
            enterprise_ids: string[] | null;
            environment: components["schemas"]["OperatedEnvironment"];
            /**
             * Format: date-time
             * @description The time of the service, which a sandbox may have moved.
             * @example 2026-03-02T14:05:09.120Z
             */
            now: string;
        };
        /** @description One Caller. */
        CallerResponse: {
            data: components["schemas"]["Caller"];
        };
        /** @description A payout or refund that a rail was asked not to execute. */
        Cancellation: {
            /**
             * @description The idempotency key at the rail.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            key: string;
            /**
             * @description The rail.
             * @example evm:base
             */
            rail: string;
            /**
             * Format: date-time
             * @description When an operator asked, the last time.
             * @example 2026-03-02T14:05:09.120Z
             */
            asked_at: string;
            /** @description The answer of the rail; null before the first. `impossible`: it refused, and the send goes on. */
            answer: ("pending" | "cancelled" | "too_late" | "impossible") | null;
            /** @description What the rail said with it. */
            detail: string | null;
            /** @description When the rail gave this answer first. */
            answered_at: string | null;
        };
        /** @description Which account of a chain, and which days. */
        ChainStatement: {
            /**
             * @description The account of the ledger: `rail:NAME` or `provider:NAME`.
             * @example rail:spei
             */
            account: string;
            /**
             * @description The currency.
             * @example MXN
             */
            currency: string;
            /**
             * @description The first day.
             * @example 2026-03-01
             */
            from: string;
            /**
             * @description The last day.
             * @example 2026-03-31
             */
            to: string;
            /**
             * @description How many days the two sides may book a line apart, 0 to 30. The default is 3.
             * @example 3
             */
            tolerance_days?: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /**
         * @description What happens with it.
         * @example create
         * @enum {string}
         */
        ChangeVerb: "create" | "change";
        /** @description What an act changed. */
        Changed: {
            /** @description Each organization or instrument whose state changed. */
            changed: string[];
        };
        /** @description One Changed. */
        ChangedResponse: {
            data: components["schemas"]["Changed"];
        };
        /**
         * @description A type of event that can be selected.
         * @example order.completed
         * @enum {string}
         */
        ChosenEventType: "order.created" | "order.funded" | "order.funding_expired" | "order.cancelled" | "order.filled" | "order.declined" | "order.completed" | "order.refund_requested" | "order.refunded" | "order.retried" | "order.parked" | "order.released" | "order.delayed" | "deposit.recorded" | "payout.returned" | "payout.settled" | "refund.updated" | "instrument.status_changed" | "organization.status_changed" | "instrument.travel_rule_required" | "information.requested" | "information.answered" | "information.closed";
        /** @description The code is wrong, or was used before. */
        CodeWrongProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "code_wrong";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "code_wrong";
        };
        /** @description One object that a version changes. */
        ConfigurationChange: {
            verb: components["schemas"]["ChangeVerb"];
            /**
             * @description What changes.
             * @example route USDC to COP of Acme
             */
            what: string;
            /** @description Keys with old and new values. Values of settings are not shown. */
            details: string[];
        };
        /** @description The configuration as an operator file. */
        ConfigurationFile: {
            /**
             * @description An operator file, in YAML. To apply it changes nothing.
             * @example enterprises: []
             */
            file: string;
        };
        /** @description One ConfigurationFile. */
        ConfigurationFileResponse: {
            data: components["schemas"]["ConfigurationFile"];
        };
        /** @description What a file would change for customers. */
        ConfigurationPreview: {
            /**
             * Format: date-time
             * @description The instant of the comparison.
             * @example 2026-03-02T14:05:09.120Z
             */
            at: string;
            /** @description What the file changes. */
            changes: components["schemas"]["ConfigurationChange"][];
            /** @description Routes whose terms, hours or quotes differ. At most 200. */
            routes: components["schemas"]["PreviewedRoute"][];
            /** @description More routes may differ than are shown. */
            is_cut: boolean;
            /** @description What is probably a mistake in the file. It is applied all the same. */
            warnings: string[];
        };
        /** @description One ConfigurationPreview. */
        ConfigurationPreviewResponse: {
            data: components["schemas"]["ConfigurationPreview"];
        };
        /** @description An applied operator file, and what it changed. */
        ConfigurationVersion: {
            /**
             * Format: int32
             * @description The number of the version.
             * @example 7
             */
            number: number;
            kind: components["schemas"]["VersionKind"];
            status: components["schemas"]["VersionStatus"];
            /**
             * @description Who made it.
             * @example user:ana
             */
            actor: string;
            /**
             * @description Why.
             * @example New prices of March.
             */
            reason: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When it becomes effective. Null if it was effective at once. */
            effective_from: string | null;
            /** @description When it became effective, was withdrawn or refused. Null while it is pending. */
            settled_at: string | null;
            /** @description Why it was refused. Null otherwise. */
            problem: string | null;
            /** @description What it changes. */
            changes: components["schemas"]["ConfigurationChange"][];
        };
        /** @description Rows of ConfigurationVersion: all of them, or a page where the request asked for one. */
        ConfigurationVersionList: {
            /** @description Rows of ConfigurationVersion: all of them, or a page where the request asked for one. */
            data: components["schemas"]["ConfigurationVersion"][];
        };
        /** @description One ConfigurationVersion. */
        ConfigurationVersionResponse: {
            data: components["schemas"]["ConfigurationVersion"];
        };
        /** @description A problem with the HTTP status 409. */
        ConflictProblem: components["schemas"]["ReceiptNotAvailableProblem"] | components["schemas"]["TooManyApiKeysProblem"] | components["schemas"]["LabelTakenProblem"] | components["schemas"]["LoginTakenProblem"] | components["schemas"]["ActRefusedProblem"] | components["schemas"]["ActAlreadyDoneProblem"];
        /** @description The person to speak to at the organization. */
        Contact: {
            /**
             * @description E-mail address.
             * @example treasury@acme.example
             */
            email: string;
            /**
             * @description Given name.
             * @example Lucía
             */
            first_name: string;
            /**
             * @description Family name.
             * @example Rojas
             */
            last_name: string;
        };
        /**
         * @description The kind of account.
         * @example CHECKING
         * @enum {string}
         */
        CopBankAccountAccountType: "CHECKING" | "SAVINGS";
        /**
         * @description A bank account in Colombia, of a person or a company. Carries COP. A field that was not sent is an empty string.
         * @example {
         *       "bank_account_number": "04812345678",
         *       "bank_code": "1007",
         *       "account_holder_first_name": "María José",
         *       "account_holder_last_name": "Núñez",
         *       "legal_entity_name": "",
         *       "doc_type": "CC",
         *       "doc_id": "1020304050",
         *       "physical_address": "Calle 10 # 43E-31, Medellín",
         *       "account_type": "CHECKING"
         *     }
         */
        CopBankAccountDetails: {
            /**
             * @description 4 to 20 digits.
             * @example 04812345678
             */
            bank_account_number: string;
            /**
             * @description The code of the bank, 1 to 20 letters or digits.
             * @example 1007
             */
            bank_code: string;
            /**
             * @description Given names of a person. May be empty if `legal_entity_name` is given.
             * @example María José
             */
            account_holder_first_name: string;
            /**
             * @description Family names of a person. May be empty if `legal_entity_name` is given.
             * @example Núñez
             */
            account_holder_last_name: string;
            /**
             * @description The name of a company. May be empty.
             * @example Andina Textiles SAS
             */
            legal_entity_name: string;
            doc_type: components["schemas"]["CopBankAccountDocType"];
            /**
             * @description The number of the document. CC and CE: 3 to 10 digits. TI: 10 or 11 digits. NIT: ends in its check digit. PA: 4 to 20 letters or digits.
             * @example 1020304050
             */
            doc_id: string;
            /**
             * @description The address of the holder. May be empty.
             * @example Calle 10 # 43E-31, Medellín
             */
            physical_address: string;
            account_type: components["schemas"]["CopBankAccountAccountType"];
        };
        /**
         * @description The kind of `doc_id`: CC and TI (citizens), CE (foreign residents), PA (passport), NIT (tax number).
         * @example CC
         * @enum {string}
         */
        CopBankAccountDocType: "CC" | "CE" | "NIT" | "PA" | "TI";
        /** @description A bank account in Colombia, of a person or a company. Carries COP. */
        CopBankAccountInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example COP
             * @enum {string}
             */
            currency: "COP";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "COP_BANK_ACCOUNT";
            details: components["schemas"]["CopBankAccountDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description The fee for one band of the payin amount. */
        CostTier: {
            /**
             * @description The payin amount at which the band begins, inclusive.
             * @example 10.00
             */
            min: string;
            /**
             * @description The payin amount at which the band ends, inclusive; where two bands touch, the lower one holds the edge.
             * @example 1000.00
             */
            max: string;
            /**
             * @description The fee, in basis points of the whole payin amount.
             * @example 100
             */
            bps: string;
        };
        /** @description A new key. */
        CreatedOperatorKey: {
            operator_key: components["schemas"]["OperatorKey"];
            /**
             * @description Send it as `Authorization: Bearer co_…`. It is shown only here.
             * @example co_…
             */
            key: string;
        };
        /** @description One CreatedOperatorKey. */
        CreatedOperatorKeyResponse: {
            data: components["schemas"]["CreatedOperatorKey"];
        };
        /** @description What a user signs in with. */
        Credentials: {
            /**
             * @description The login.
             * @example ben
             */
            login: string;
            /**
             * @description The password.
             * @example correct horse battery staple
             */
            password: string;
            /**
             * @description The six digits that the authenticator app shows now. Each code works once.
             * @example 492039
             */
            code: string;
        };
        /** @description The database cannot be reached. */
        DatabaseUnavailableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 503;
            /**
             * @description The error.
             * @constant
             */
            code: "database_unavailable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "database_unavailable";
        };
        /** @description When and where a person was born. */
        DateAndPlaceOfBirth: {
            /**
             * @description The birthday.
             * @example 1984-03-02
             */
            dateOfBirth: string;
            /**
             * @description The town and country.
             * @example Bogotá, Colombia
             */
            placeOfBirth: string;
        };
        /**
         * @description review: the order must be decided on. processing: a step takes longer than expected.
         * @example review
         * @enum {string}
         */
        DelayCode: "review" | "processing";
        /**
         * @description What happens next, in words that may be shown to people.
         * @example The order is reviewed. It then goes on, or its money is refunded.
         * @enum {string}
         */
        DelayResolution: "The order is reviewed. It then goes on, or its money is refunded." | "The order needs attention by hand. It then goes on, or its money is refunded." | "Processing is paused. The order goes on by itself afterwards." | "The conversion takes longer than usual. The order goes on by itself." | "The payment to the beneficiary takes longer than usual. The order goes on by itself.";
        /** @description The order that a deposit belongs to. */
        DepositAssignment: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description Also in another currency.
             * @example false
             */
            wrong_asset?: boolean;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description Where the money came from: one of the two. */
        DepositBooking: {
            /**
             * @description The account that it came from.
             * @example treasury
             */
            from_account?: string;
            /**
             * @description The movement that it is the arrival of.
             * @example mv_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            movement_id?: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /**
         * @description counted: it counts towards the total. late: it came after the order had ended. extra: the order was already funded. wrong_asset: it is in another currency.
         * @example counted
         * @enum {string}
         */
        DepositOutcome: "counted" | "late" | "extra" | "wrong_asset";
        /** @description A deposit for an order arrived. */
        DepositRecordedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            deposit_id: string;
            /**
             * @description The currency of the deposit.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the deposit.
             * @example 1000.00
             */
            amount: string;
            outcome: components["schemas"]["DepositOutcome"];
        };
        /** @description A deposit for an order arrived. */
        DepositRecordedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "deposit.recorded";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["DepositRecordedData"];
        };
        /** @description A deposit in suspense that goes back to its sender. */
        DepositReturn: {
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            deposit_id: string;
            amount: components["schemas"]["Money"];
            /**
             * @description The method of the account that gets it.
             * @example EVM_ADDRESS
             */
            method: string;
            /**
             * @description `PENDING`, `SENT`, `PROCESSED`, `FAILED` or `WITHDRAWN`. After the last two the deposit is in suspense again.
             * @example SENT
             */
            status: string;
            /** @description The rail. Null before it is prepared. */
            rail: string | null;
            /**
             * @description The idempotency key at the rail.
             * @example deposit:d0123456789abcdef0123:return:1
             */
            rail_key: string;
            /** @description The rail's reference, once settled. */
            reference: string | null;
            /** @description Why the rail rejected it. */
            rejection_code: string | null;
            /** @description Null if nobody has to do anything. */
            waits_for: components["schemas"]["DepositReturnWaitsFor"] | null;
            /**
             * Format: int32
             * @description How often it was tried.
             * @example 1
             */
            attempts: number;
            /** @description Since when nothing is sent under the key. */
            stopped_at: string | null;
            /**
             * Format: date-time
             * @description When an operator decided it.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ended, or was decided.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description An item of kind deposit_return. */
        DepositReturnItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "deposit_return";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["WaitingDepositReturnFacts"];
        };
        /** @description Rows of DepositReturn: all of them, or a page where the request asked for one. */
        DepositReturnList: {
            /** @description Rows of DepositReturn: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DepositReturn"][];
        };
        /** @description The outcome of a return, with evidence. */
        DepositReturnOutcome: {
            outcome: components["schemas"]["ReturnOutcome"];
            /**
             * @description What shows it. The reference of a settled return.
             * @example letter 4711
             */
            evidence: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /**
         * @description What it waits for.
         * @example outflow_limit
         * @enum {string}
         */
        DepositReturnWaitsFor: "outflow_limit" | "liquidity" | "evidence" | "rail";
        /** @description Where a deposit goes back to. */
        DepositReturning: {
            /** @enum {string} */
            method?: "SOLANA_ADDRESS" | "COP_BANK_ACCOUNT" | "NGN_BANK_ACCOUNT" | "MXN_CLABE" | "BRL_PIX" | "EVM_ADDRESS" | "IBAN";
            /** @description The fields of the method, as for an instrument. */
            details?: {
                [key: string]: string;
            };
            /**
             * @description Why this account is the sender. Required with `method`.
             * @example letter of the bank
             */
            evidence?: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description A key of a customer, without its secret. */
        DeskApiKey: {
            /**
             * @description The API key.
             * @example key_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Back office
             */
            label: string;
            status: components["schemas"]["ApiKeyStatus"];
            /**
             * @description What it may do.
             * @example [
             *       "read"
             *     ]
             */
            scopes: components["schemas"]["KeyScope"][];
            /** @description The one organization it is bound to; null for all of the enterprise. */
            organization_id: string | null;
            /** @description Where it may be used from; empty for anywhere. */
            allowed_addresses: string[];
            /**
             * @description The key that it replaced in a rotation; null if it replaced none.
             * @example null
             */
            replaces_key_id: string | null;
            /**
             * @description The key that replaced it in a rotation; null if none did.
             * @example null
             */
            replaced_by_key_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When it stops working; null for never. */
            expires_at: string | null;
            /**
             * @description When it was revoked; null if it was not.
             * @example null
             */
            revoked_at: string | null;
            /** @description When it was last used, up to a minute ago; null if never. */
            last_used_at: string | null;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
        };
        /** @description Rows of DeskApiKey: all of them, or a page where the request asked for one. */
        DeskApiKeyList: {
            /** @description Rows of DeskApiKey: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskApiKey"][];
        };
        /** @description One DeskApiKey. */
        DeskApiKeyResponse: {
            data: components["schemas"]["DeskApiKey"];
        };
        /** @description A new key of a customer. */
        DeskApiKeyWithSecret: {
            /**
             * @description The API key.
             * @example key_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Back office
             */
            label: string;
            status: components["schemas"]["ApiKeyStatus"];
            /**
             * @description What it may do.
             * @example [
             *       "read"
             *     ]
             */
            scopes: components["schemas"]["KeyScope"][];
            /** @description The one organization it is bound to; null for all of the enterprise. */
            organization_id: string | null;
            /** @description Where it may be used from; empty for anywhere. */
            allowed_addresses: string[];
            /**
             * @description The key that it replaced in a rotation; null if it replaced none.
             * @example null
             */
            replaces_key_id: string | null;
            /**
             * @description The key that replaced it in a rotation; null if none did.
             * @example null
             */
            replaced_by_key_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When it stops working; null for never. */
            expires_at: string | null;
            /**
             * @description When it was revoked; null if it was not.
             * @example null
             */
            revoked_at: string | null;
            /** @description When it was last used, up to a minute ago; null if never. */
            last_used_at: string | null;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description A secret.
             * @example ck_sandbox_4Qf0v2Zr8LkTnW1xYb7CsDpEgHjKmRuA1b2c3d
             */
            secret: string;
        };
        /** @description One DeskApiKeyWithSecret. */
        DeskApiKeyWithSecretResponse: {
            data: components["schemas"]["DeskApiKeyWithSecret"];
        };
        /** @description The ledger beside what is reported from outside. */
        DeskBalance: {
            /**
             * @description The account of the ledger.
             * @example rail:evm:base
             */
            account: string;
            /**
             * @description The currency.
             * @example USDC
             */
            currency: string;
            /**
             * @description The balance in the ledger.
             * @example -1000.00
             */
            ledger: string;
            /** @description What the rail or provider reports. Null: nothing. */
            outside: string | null;
            /** @description Outside less ledger. Null if nothing is reported. */
            difference: string | null;
            /** @description When it was reported. */
            observed_at: string | null;
        };
        /** @description Rows of DeskBalance: all of them, or a page where the request asked for one. */
        DeskBalanceList: {
            /** @description Rows of DeskBalance: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskBalance"][];
        };
        /** @description A payment that arrived. */
        DeskDeposit: {
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /** @description Null for a deposit in suspense. */
            enterprise_id: string | null;
            /** @description Null for a deposit in suspense. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order that it arrived for. Null for a deposit in suspense. */
            order_id: string | null;
            /**
             * @description The rail.
             * @example evm:base
             */
            rail: string;
            /**
             * @description The rail's id of the transaction.
             * @example sim:ord_01jqe8m2x4fv5s0t6w7y8z9abc:0
             */
            transaction: string;
            /**
             * Format: int32
             * @description The place in the transaction.
             * @example 0
             */
            output_index: number;
            /**
             * @description The account of the desk that received it.
             * @example 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q
             */
            address: string;
            /**
             * @description The currency that arrived.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            outcome: components["schemas"]["DeskDepositOutcome"];
            /**
             * Format: date-time
             * @description When the money came, by the rail. It decides whether the deposit came in time.
             * @example 2026-03-02T14:05:09.120Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-03-02T14:05:09.120Z
             */
            recorded_at: string;
            /** @description When an operator or a suggestion assigned it to its order. Null if it was never in suspense. */
            assigned_at: string | null;
            /** @description When the rail took it back. Null: it did not. */
            reversed_at: string | null;
            /** @description Why the rail took it back. */
            reversal_code: string | null;
            /** @description The order that bore the reversal: its own, or the last of the retries. */
            reversal_order_id: string | null;
            /** @description The part that was already used or sent when it was reversed. */
            lost: components["schemas"]["Money"] | null;
            /** @description It is below the smallest deposit of its rail, and was not credited by itself. */
            is_small: boolean;
            /** @description How it left suspense without an order. Null: it did not. */
            exit: components["schemas"]["SuspenseExit"] | null;
            /** @description The account that it left suspense to. */
            exit_account: string | null;
            /** @description The movement that it was the arrival of. */
            exit_movement_id: string | null;
            /** @description When it left suspense without an order. */
            exited_at: string | null;
            /** @description When its sender was erased by the policy of retention. Null: the sender is kept, or the rail told none. */
            sender_erased_at: string | null;
        };
        /** @description Rows of DeskDeposit: all of them, or a page where the request asked for one. */
        DeskDepositList: {
            /** @description Rows of DeskDeposit: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskDeposit"][];
        };
        /**
         * @description counted: it counts towards the total. late: it came after the order had ended. extra: the order was already funded. wrong_asset: it is in another currency. unmatched: it is in suspense.
         * @example counted
         * @enum {string}
         */
        DeskDepositOutcome: "counted" | "late" | "extra" | "wrong_asset" | "unmatched";
        /** @description One DeskDeposit. */
        DeskDepositResponse: {
            data: components["schemas"]["DeskDeposit"];
        };
        /** @description A customer of the deployment. */
        DeskEnterprise: {
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Its name.
             * @example Demo Enterprise
             */
            name: string;
            /**
             * Format: int32
             * @description How many organizations it has.
             * @example 2
             */
            organizations: number;
            /**
             * @description Since when the whole enterprise is on hold. Null if it is not.
             * @example null
             */
            held_since: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description Rows of DeskEnterprise: all of them, or a page where the request asked for one. */
        DeskEnterpriseList: {
            /** @description Rows of DeskEnterprise: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskEnterprise"][];
        };
        /** @description One DeskEnterprise. */
        DeskEnterpriseResponse: {
            data: components["schemas"]["DeskEnterprise"];
        };
        /** @description Something that happened in an organization. */
        DeskEvent: {
            /**
             * @description The event.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description The name of the organization.
             * @example Acme SA
             */
            organization_name: string;
            /** @description The event, as the customer gets it. */
            event: components["schemas"]["Event"];
        };
        /** @description Rows of DeskEvent: all of them, or a page where the request asked for one. */
        DeskEventList: {
            /** @description Rows of DeskEvent: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskEvent"][];
        };
        /** @description One DeskEvent. */
        DeskEventResponse: {
            data: components["schemas"]["DeskEvent"];
        };
        /** @description An account or wallet of a customer, without its details. */
        DeskInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description The name of the organization.
             * @example Acme SA
             */
            organization_name: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example COP
             */
            currency: string;
            /** @description The kind of account. */
            method: components["schemas"]["InstrumentMethod"];
            /**
             * @description The last characters of the account or address, at most four.
             * @example 9719
             */
            account_ending: string;
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
            /** @description When its details were erased by the policy. Null: they are kept. */
            details_erased_at: string | null;
        };
        /** @description Rows of DeskInstrument: all of them, or a page where the request asked for one. */
        DeskInstrumentList: {
            /** @description Rows of DeskInstrument: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskInstrument"][];
        };
        /** @description One DeskInstrument. */
        DeskInstrumentResponse: {
            data: components["schemas"]["DeskInstrument"];
        };
        /** @description An order with the facts that an operator needs for a decision. */
        DeskOrder: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description For people.
             * @example CO-20260302-7KQ2M4XZ
             */
            reference_number: string;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description Its name.
             * @example Acme SA
             */
            organization_name: string;
            /** @description The present status. */
            status: components["schemas"]["OrderStatus"];
            /** @description Why the order waits for an operator. Null if it does not wait. */
            parked_reason: string | null;
            /** @description Since when it waits. */
            parked_at: string | null;
            /** @description The payin total. */
            payin: components["schemas"]["Money"];
            /** @description The payout total. */
            payout: components["schemas"]["Money"];
            /**
             * @description The provider.
             * @example sandbox-fx
             */
            liquidity_provider: string;
            /**
             * @description The rate of the quote.
             * @example 4250.00
             */
            promised_rate: string;
            /** @description The rate that the provider offered, or at which it filled. Null before an offer. */
            firm_rate: string | null;
            /** @description What the desk gains at the firm rate; negative for a loss. Null before an offer. */
            result: components["schemas"]["Money"] | null;
            /** @description The most that the desk may lose with the conversion. Null if nobody accepted a loss. */
            accepted_loss: components["schemas"]["Money"] | null;
            /** @description The provider that an operator chose. Null: those of the route. */
            chosen_provider: string | null;
            /** @description Since when the order is frozen. Null if it is not. */
            frozen_at: string | null;
        };
        /** @description Rows of DeskOrder: all of them, or a page where the request asked for one. */
        DeskOrderList: {
            /** @description Rows of DeskOrder: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskOrder"][];
        };
        /** @description One DeskOrder. */
        DeskOrderResponse: {
            data: components["schemas"]["DeskOrder"];
        };
        /** @description An organization, with its enterprise. */
        DeskOrganization: {
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The name of the organization.
             * @example Acme Exports
             */
            name: string;
            contact: components["schemas"]["Contact"];
            status: components["schemas"]["OrganizationStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description The name of the enterprise.
             * @example Demo Enterprise
             */
            enterprise_name: string;
        };
        /** @description Rows of DeskOrganization: all of them, or a page where the request asked for one. */
        DeskOrganizationList: {
            /** @description Rows of DeskOrganization: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskOrganization"][];
        };
        /** @description One DeskOrganization. */
        DeskOrganizationResponse: {
            data: components["schemas"]["DeskOrganization"];
        };
        /** @description A payment to the beneficiary, with its rail. */
        DeskPayout: {
            /**
             * @description The payout.
             * @example po_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The order that is paid out.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /** @description The instrument that is paid; null in payouts of earlier versions, which went to the instrument of the order. */
            external_payment_instrument_id: string | null;
            /**
             * @description The payout currency.
             * @example COP
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            status: components["schemas"]["PayoutStatus"];
            /** @description The rail's own reference; null until it has one. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When the rail settled it; null until then. */
            settled_at: string | null;
            /** @description When the rail rejected it for good; null if it did not. */
            rejected_at: string | null;
            /** @description When it came back; null if it did not. */
            returned_at: string | null;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description The name of the organization.
             * @example Acme SA
             */
            organization_name: string;
            /** @description Over which it goes. Null until that is decided. */
            rail: string | null;
            /**
             * @description The idempotency key at the rail.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            rail_key: string;
            /** @description Why the rail rejected it. Null if it did not. */
            rejection_code: string | null;
            /**
             * Format: int32
             * @description The attempt of the order, from 1.
             * @example 1
             */
            sequence: number;
            /** @description How the beneficiary is paid. */
            method: components["schemas"]["InstrumentMethod"];
            /** @description What the rail charged. Null if it did not say. */
            fee: components["schemas"]["Money"] | null;
            /** @description When what the rail had prepared was erased by the policy of retention. Null: it is kept, or there is none. */
            prepared_erased_at: string | null;
        };
        /** @description Rows of DeskPayout: all of them, or a page where the request asked for one. */
        DeskPayoutList: {
            /** @description Rows of DeskPayout: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskPayout"][];
        };
        /** @description One DeskPayout. */
        DeskPayoutResponse: {
            data: components["schemas"]["DeskPayout"];
        };
        /** @description Converts one currency into another. */
        DeskProvider: {
            /**
             * @description The provider.
             * @example ALPHA
             */
            name: string;
            /**
             * @description Its kind in the operator file.
             * @example simulated
             */
            kind: string;
            /**
             * Format: int32
             * @description Every change of its settings bumps it.
             * @example 1
             */
            version: number;
            /**
             * @description Whether orders reserve what they need of its limits.
             * @example false
             */
            has_limits: boolean;
            /** @description The pairs that it converts. */
            trading_pairs: components["schemas"]["DeskTradingPair"][];
            /** @description The present halts that stop it. */
            halts: components["schemas"]["Halt"][];
        };
        /** @description Rows of DeskProvider: all of them, or a page where the request asked for one. */
        DeskProviderList: {
            /** @description Rows of DeskProvider: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskProvider"][];
        };
        /** @description One DeskProvider. */
        DeskProviderResponse: {
            data: components["schemas"]["DeskProvider"];
        };
        /** @description A way to move money. */
        DeskRail: {
            /**
             * @description The rail.
             * @example evm:base
             */
            name: string;
            /** @description Its kind in the operator file. Null for the simulated rail. */
            kind: string | null;
            /** @description Every change of its settings bumps it. */
            version: number | null;
            /** @description Its chain as CAIP-2 names it, such as `eip155:8453` or `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. Null for a rail without a chain. */
            chain: string | null;
            /** @description Instruments that the rail serves. */
            serves: components["schemas"]["ServedMethod"][];
            /** @description The last known problems, at most a minute old; none if all is well. Null before the first answer. */
            problems: string[] | null;
            /** @description How far the rail was read, in the rail's own form. Null before its first entries. */
            cursor: string | null;
            /** @description When the cursor last moved. */
            cursor_moved_at: string | null;
            /** @description Every deposit that came until then is known. Null before the rail could tell. */
            read_up_to: string | null;
            /**
             * Format: int32
             * @description Orders that await funding after their end, because the rail was not read up to it.
             * @example 0
             */
            held_orders: number;
            /**
             * Format: int32
             * @description Entries that are read and not yet taken up.
             * @example 0
             */
            due_entries: number;
            /**
             * Format: int32
             * @description Entries that are invalid or could not be taken up.
             * @example 0
             */
            entries_with_problem: number;
            /** @description The present halts that stop it. */
            halts: components["schemas"]["Halt"][];
        };
        /** @description Rows of DeskRail: all of them, or a page where the request asked for one. */
        DeskRailList: {
            /** @description Rows of DeskRail: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskRail"][];
        };
        /** @description One DeskRail. */
        DeskRailResponse: {
            data: components["schemas"]["DeskRail"];
        };
        /** @description A payment back to the payer, with its rail. */
        DeskRefund: {
            /**
             * @description The refund.
             * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The order whose money goes back.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /** @description The deposit that goes back; null if the refund is of the order as a whole. */
            deposit_id: string | null;
            /**
             * @description The currency of the refund.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            borne_fee: string;
            reason: components["schemas"]["RefundReason"];
            /** @description The instrument that receives the refund; null until that is decided. */
            external_payment_instrument_id: string | null;
            status: components["schemas"]["RefundStatus"];
            /** @description The refund that pays a COLLECTED one back; null for any other. */
            collected_in: string | null;
            /** @description The rail's own reference; null until it has one. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description The name of the organization.
             * @example Acme SA
             */
            organization_name: string;
            /** @description Over which it goes. Null until that is decided. */
            rail: string | null;
            /**
             * @description The idempotency key at the rail.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            rail_key: string;
            /** @description Why the rail rejected it. Null if it did not. */
            rejection_code: string | null;
            /**
             * Format: int32
             * @description Attempts to send it since it was last due.
             * @example 1
             */
            attempt: number;
            /** @description What the rail charged. Null if it did not say. */
            fee: components["schemas"]["Money"] | null;
            /** @description The part that is not sent, since a reversal of the deposit gave it back. Null for none. */
            given_back_by_reversal: components["schemas"]["Money"] | null;
            /** @description When what the rail had prepared was erased by the policy of retention. Null: it is kept, or there is none. */
            prepared_erased_at: string | null;
        };
        /** @description Rows of DeskRefund: all of them, or a page where the request asked for one. */
        DeskRefundList: {
            /** @description Rows of DeskRefund: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskRefund"][];
        };
        /** @description One DeskRefund. */
        DeskRefundResponse: {
            data: components["schemas"]["DeskRefund"];
        };
        /** @description A conversion that the desk offers, with all its terms. */
        DeskRoute: {
            /**
             * @description The route.
             * @example rt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description The name of the organization.
             * @example Acme SA
             */
            organization_name: string;
            /**
             * @description Its name in the operator file.
             * @example USDC to COP
             */
            name: string;
            order_type: components["schemas"]["OrderType"];
            /**
             * @description The currency that the customer pays in.
             * @example USDC
             */
            payin_currency: string;
            /**
             * @description The currency that is paid out.
             * @example COP
             */
            payout_currency: string;
            /**
             * @description The name of the liquidity provider that converts.
             * @example ALPHA
             */
            liquidity_provider: string;
            /** @description True if the operator has disabled the route: it takes no quotes and no orders. */
            is_disabled: boolean;
            estimated_settlement_time: components["schemas"]["SettlementTime"];
            payin_limits: components["schemas"]["PayinLimits"];
            /** @description Bands of the payin amount, which is the payin total where the fee is taken out of it (inclusive), and what is converted where the fee is added to it (exclusive). */
            indicative_cost_tiers: components["schemas"]["CostTier"][];
            /** @description The route's own hours. The route trades when its own hours and those of its provider's pair are open. Without own hours, only the pair's hours count. */
            trading_hours: components["schemas"]["TradingHours"][];
            /** @description False if the route has no own hours. Then only its provider's hours limit trading. */
            has_trading_hours_configured: boolean;
            /** @description Whether the current time is within the route's own hours. False if it has no own hours; that does not close the route, since then only its provider's hours limit trading. */
            is_within_trading_hours: boolean;
            /** @description The instrument methods that this route accepts; empty means all. */
            inclusive_account_types: components["schemas"]["InstrumentMethod"][];
            /**
             * @description The providers after the first, ranked.
             * @example [
             *       "BETA"
             *     ]
             */
            further_providers: string[];
            /**
             * Format: int32
             * @description The tax on the fee, in basis points.
             * @example 1900
             */
            tax_bps: number;
            /**
             * @description inclusive: the fee is taken out of the payin total. exclusive: it is added.
             * @example inclusive
             * @enum {string}
             */
            fee_treatment: "inclusive" | "exclusive";
            /**
             * Format: int32
             * @description How far below the promised rate an order is filled without an operator, in basis points.
             * @example 50
             */
            max_slippage_bps: number;
            /**
             * @description The most that orders awaiting funding may add up to, in the payin currency.
             * @example 1000000.00
             */
            max_open_total: string;
            /**
             * Format: int32
             * @description How long a quote can become an order.
             * @example 30
             */
            submission_window_seconds: number;
            /**
             * Format: int32
             * @description How long an order awaits its funds.
             * @example 3600
             */
            funding_window_seconds: number;
            /**
             * Format: int32
             * @description Every change bumps it.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description Rows of DeskRoute: all of them, or a page where the request asked for one. */
        DeskRouteList: {
            /** @description Rows of DeskRoute: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskRoute"][];
        };
        /** @description One DeskRoute. */
        DeskRouteResponse: {
            data: components["schemas"]["DeskRoute"];
        };
        /** @description Two currencies, with the last rate of the provider. */
        DeskTradingPair: {
            /**
             * @description The currency that the customer pays in.
             * @example USDC
             */
            payin_currency: string;
            /**
             * @description The currency that is paid out.
             * @example COP
             */
            payout_currency: string;
            /** @description When the pair trades, today and on the next six days, in UTC. */
            hours_of_operation: components["schemas"]["OperatingHours"][];
            /** @description The present indicative rate. Null without one, or if it is too old. */
            rate: string | null;
            /** @description The age of the last rate. Null without one. */
            rate_age_seconds: number | null;
            /**
             * Format: int32
             * @description A rate that is older is not used.
             * @example 30
             */
            max_rate_age_seconds: number;
            /** @description What the provider can still buy within its limits, less what orders reserve. Null: no limit. */
            payin_left: string | null;
            /** @description What the provider can still deliver, less what orders reserve. Null: no limit. */
            payout_left: string | null;
        };
        /** @description A URL of a customer that receives events. */
        DeskWebhookEndpoint: {
            /**
             * @description The webhook endpoint.
             * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Where events are sent.
             * @example https://example.com/webhooks/corridor
             */
            url: string;
            /**
             * @description Your label; may be empty.
             * @example Back office
             */
            description: string;
            /**
             * @description The types that are sent. Empty means every type.
             * @example [
             *       "order.completed"
             *     ]
             */
            event_types: components["schemas"]["ChosenEventType"][];
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * @description Why it is disabled. Null while it is enabled.
             * @example null
             */
            disabled_reason: components["schemas"]["DisabledReason"] | null;
            /**
             * @description The first failure since the last success. Null without one.
             * @example null
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /** @description Whose events it gets. Null: those of all organizations of the enterprise. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
        };
        /** @description Rows of DeskWebhookEndpoint: all of them, or a page where the request asked for one. */
        DeskWebhookEndpointList: {
            /** @description Rows of DeskWebhookEndpoint: all of them, or a page where the request asked for one. */
            data: components["schemas"]["DeskWebhookEndpoint"][];
        };
        /** @description One DeskWebhookEndpoint. */
        DeskWebhookEndpointResponse: {
            data: components["schemas"]["DeskWebhookEndpoint"];
        };
        /** @description What a statement and the ledger do not agree on. */
        Difference: {
            /**
             * @description The difference.
             * @example dif_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The reconciliation that showed it first.
             * @example rcn_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            reconciliation_id: string;
            /**
             * @description An account of the ledger.
             * @example rail:spei
             */
            account: string;
            /**
             * @description The currency.
             * @example MXN
             */
            currency: string;
            difference: components["schemas"]["DifferenceKind"];
            /**
             * @description What the statement has less what the ledger has.
             * @example -12.50
             */
            amount: string;
            /** @description Lines of the statement: at most 20. */
            there: components["schemas"]["StatementLine"][];
            /** @description Lines of the ledger: at most 20. */
            here: components["schemas"]["LedgerLine"][];
            /**
             * Format: date-time
             * @description When it was noted.
             * @example 2026-03-02T14:05:09.120Z
             */
            noted_at: string;
            /**
             * @description Whether it needs a person.
             * @example true
             */
            is_open: boolean;
            /** @description How it was closed last. Null: it was not. */
            outcome: ("explained" | "movement" | "matched") | null;
            /** @description For `movement`. */
            movement_id: string | null;
            /** @description For `matched`. */
            matched_by: string | null;
            /** @description Who closed it. Null: nobody. */
            closed_by: string | null;
            /** @description When. Null: it was not closed. */
            closed_at: string | null;
            /** @description Why. Null: it was not closed. */
            closing_reason: string | null;
        };
        /**
         * @description `missing_here`: the ledger has no such line. `missing_there`: the statement has none. `different_amount`, `different_currency` and `different_date`: both have it, with an identifier in common. `unreadable`: a line without an exact amount or a date.
         * @example missing_here
         * @enum {string}
         */
        DifferenceKind: "missing_here" | "missing_there" | "different_amount" | "different_currency" | "different_date" | "unreadable";
        /** @description Rows of Difference: all of them, or a page where the request asked for one. */
        DifferenceList: {
            /** @description Rows of Difference: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Difference"][];
        };
        /** @description Where the amount comes from, or goes. */
        DifferenceMovement: {
            /**
             * @description The other account, such as `rail_fee` for a fee that the bank took.
             * @example rail_fee
             */
            counter_account: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description One Difference. */
        DifferenceResponse: {
            data: components["schemas"]["Difference"];
        };
        /**
         * @description customer: it was disabled over the API. operator: an operator of the service disabled it. gone: the receiver answered 410. failing: no request was accepted for five days.
         * @example customer
         * @enum {string}
         */
        DisabledReason: "customer" | "operator" | "gone" | "failing";
        /**
         * @description The type of its content.
         * @example application/pdf
         * @enum {string}
         */
        DocumentType: "application/pdf" | "image/jpeg" | "image/png";
        /** @description A header that must occur once was sent twice. */
        DuplicateHeaderProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "duplicate_header";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "duplicate_header";
        };
        /** @description The body names a key twice in one object. */
        DuplicateJsonKeyProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "duplicate_json_key";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "duplicate_json_key";
        };
        /** @description A second factor to be confirmed. */
        Enrolment: {
            /**
             * @description What the user signs in with, in lower case.
             * @example ben
             */
            login: string;
            /**
             * @description For an authenticator app (RFC 6238), in base32.
             * @example T5ZTEYZ6CGKPS5KMIEFUS3JXSFPEVNHT
             */
            totp_secret: string;
            /**
             * @description The same as a URI, for a QR code.
             * @example otpauth://totp/Corridor:ben?secret=…
             */
            totp_uri: string;
        };
        /** @description A code of the second factor. */
        EnrolmentConfirmation: {
            /**
             * @description The enrolment token that an admin gave the user.
             * @example ce_…
             */
            token: string;
            /**
             * @description The six digits that the authenticator app shows now. Each code works once.
             * @example 492039
             */
            code: string;
        };
        /** @description The enrolment token or the code is wrong, or the token has expired. */
        EnrolmentFailedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 401;
            /**
             * @description The error.
             * @constant
             */
            code: "enrolment_failed";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "enrolment_failed";
        };
        /** @description One Enrolment. */
        EnrolmentResponse: {
            data: components["schemas"]["Enrolment"];
        };
        /** @description What a hold of an enterprise changed. */
        EnterpriseHold: {
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /** @description The organizations whose status changed. */
            organization_ids: string[];
        };
        /** @description One EnterpriseHold. */
        EnterpriseHoldResponse: {
            data: components["schemas"]["EnterpriseHold"];
        };
        /** @description The credit that an entry is. */
        EntryDeposit: {
            /**
             * @description The rail's name of the transaction.
             * @example 20260302-1
             */
            transaction?: string;
            /**
             * @description The account that received it.
             * @example 646180110400000007
             */
            account?: string;
            /**
             * @description The currency.
             * @example MXN
             */
            currency?: string;
            /**
             * @description The amount.
             * @example 700.00
             */
            amount?: string;
            /**
             * @description What shows it, such as a line of a statement.
             * @example statement 7, line 3
             */
            evidence: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description Why an entry is no money. */
        EntryDismissal: {
            /**
             * @description What shows it, such as a line of a statement.
             * @example statement 7, line 3
             */
            evidence: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description What an entry is about: one of the two. */
        EntryTie: {
            /**
             * @description The key that came back.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            key?: string;
            /**
             * @description The deposit that was taken back.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            deposit_id?: string;
            /**
             * @description What shows it, such as a line of a statement.
             * @example statement 7, line 3
             */
            evidence: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /**
         * @description The error. Programs branch on it.
         * @example invalid_request
         * @enum {string}
         */
        ErrorCode: "invalid_json" | "duplicate_json_key" | "json_too_deep" | "invalid_request" | "unknown_field" | "idempotency_key_invalid" | "duplicate_header" | "invalid_cursor" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "receipt_not_available" | "too_many_api_keys" | "statement_unreadable" | "body_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal_error" | "database_unavailable" | "shutting_down" | "sign_in_failed" | "code_wrong" | "passkey_refused" | "enrolment_failed" | "not_signed_in" | "not_admitted" | "right_missing" | "label_taken" | "login_taken" | "act_refused" | "act_already_done";
        /** @description Something that happened in an organization, told apart by `type`. */
        Event: components["schemas"]["OrderCreatedEvent"] | components["schemas"]["OrderFundedEvent"] | components["schemas"]["OrderFundingExpiredEvent"] | components["schemas"]["OrderCancelledEvent"] | components["schemas"]["OrderFilledEvent"] | components["schemas"]["OrderDeclinedEvent"] | components["schemas"]["OrderCompletedEvent"] | components["schemas"]["OrderRefundRequestedEvent"] | components["schemas"]["OrderRefundedEvent"] | components["schemas"]["OrderRetriedEvent"] | components["schemas"]["OrderParkedEvent"] | components["schemas"]["OrderReleasedEvent"] | components["schemas"]["OrderDelayedEvent"] | components["schemas"]["DepositRecordedEvent"] | components["schemas"]["PayoutReturnedEvent"] | components["schemas"]["PayoutSettledEvent"] | components["schemas"]["RefundUpdatedEvent"] | components["schemas"]["InstrumentStatusChangedEvent"] | components["schemas"]["OrganizationStatusChangedEvent"] | components["schemas"]["InstrumentTravelRuleRequiredEvent"] | components["schemas"]["InformationRequestedEvent"] | components["schemas"]["InformationAnsweredEvent"] | components["schemas"]["InformationClosedEvent"] | components["schemas"]["WebhookTestEvent"];
        /**
         * @description A type of event.
         * @example order.funded
         * @enum {string}
         */
        EventType: "order.created" | "order.funded" | "order.funding_expired" | "order.cancelled" | "order.filled" | "order.declined" | "order.completed" | "order.refund_requested" | "order.refunded" | "order.retried" | "order.parked" | "order.released" | "order.delayed" | "deposit.recorded" | "payout.returned" | "payout.settled" | "refund.updated" | "instrument.status_changed" | "organization.status_changed" | "instrument.travel_rule_required" | "information.requested" | "information.answered" | "information.closed" | "webhook.test";
        /**
         * @description The chain on which the wallet is paid.
         * @example base
         * @enum {string}
         */
        EvmAddressChain: "ethereum" | "polygon" | "base" | "arbitrum" | "optimism" | "avalanche";
        /**
         * @description A currency that EVM_ADDRESS carries.
         * @example USDC
         * @enum {string}
         */
        EvmAddressCurrency: "USDC" | "USDT" | "EURC";
        /**
         * @description A wallet on a chain with Ethereum addresses. Carries USDC, USDT, EURC. A field that was not sent is an empty string.
         * @example {
         *       "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *       "chain": "base"
         *     }
         */
        EvmAddressDetails: {
            /**
             * @description 0x and 40 hexadecimal digits, in one case or with the EIP-55 checksum.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            address: string;
            chain: components["schemas"]["EvmAddressChain"];
        };
        /** @description A wallet on a chain with Ethereum addresses. Carries USDC, USDT, EURC. */
        EvmAddressInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /** @description The currency of the instrument. */
            currency: components["schemas"]["EvmAddressCurrency"];
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "EVM_ADDRESS";
            details: components["schemas"]["EvmAddressDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description What to export, and why. */
        Export: {
            export: components["schemas"]["ExportName"];
            format: components["schemas"]["ExportFormat"];
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. Rows made at this instant or later. The default is the beginning.
             * @example 2026-03-01T00:00:00Z
             */
            from?: string;
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. Rows made before this instant. The default is the end.
             * @example 2026-04-01T00:00:00Z
             */
            to?: string;
            /**
             * Format: typeid
             * @description Only rows of this enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id?: string;
            /**
             * Format: typeid
             * @description Only rows of this organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id?: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /**
         * @description csv: RFC 4180. jsonl: JSON Lines.
         * @example csv
         * @enum {string}
         */
        ExportFormat: "csv" | "jsonl";
        /**
         * @description orders: Orders, as they are at the instant of the export. deposits: Deposits. Those in suspense belong to no organization: only an export of everything has them. payouts: Payouts, each attempt one line. refunds: Refunds. transfers: Transfers of the ledger: each moves one amount from the credit account to the debit account. Those without an organization are only in an export of everything. margin: Margin and exposure by day, route, provider and currency.
         * @example orders
         * @enum {string}
         */
        ExportName: "orders" | "deposits" | "payouts" | "refunds" | "transfers" | "margin";
        /** @description What open orders of a route or a provider promise. */
        Exposure: {
            /** @description Null for a provider. */
            enterprise_id: string | null;
            /** @description Null for a provider. */
            organization_id: string | null;
            /** @description The organization. Null for a provider. */
            organization_name: string | null;
            /** @description Null for a provider. */
            route_id: string | null;
            /** @description The route. Null for a provider. */
            route_name: string | null;
            /** @description The provider that converts or would convert. Null for a route. */
            liquidity_provider: string | null;
            /**
             * @description The payin currency.
             * @example USDC
             */
            payin_currency: string;
            /**
             * @description The payout currency.
             * @example COP
             */
            payout_currency: string;
            /** @description What customers may still pay in, and what is promised for it. */
            awaiting_funding: {
                /**
                 * Format: int32
                 * @description Orders that await funding.
                 * @example 3
                 */
                orders: number;
                /**
                 * @description The amount, in that currency.
                 * @example 1000.00
                 */
                payin: string;
                /**
                 * @description The amount, in that currency.
                 * @example 1000.00
                 */
                payout: string;
            };
            /** @description The payin to convert, without fee and tax, and what is promised for it. `sold` and `delivered` are the part that providers have converted. */
            awaiting_conversion: {
                /**
                 * Format: int32
                 * @description Orders that are paid in and not yet converted.
                 * @example 1
                 */
                orders: number;
                /**
                 * @description The amount, in that currency.
                 * @example 1000.00
                 */
                payin: string;
                /**
                 * @description The amount, in that currency.
                 * @example 1000.00
                 */
                payout: string;
                /**
                 * @description The amount, in that currency.
                 * @example 1000.00
                 */
                sold: string;
                /**
                 * @description The amount, in that currency.
                 * @example 1000.00
                 */
                delivered: string;
            };
            /** @description The part of all that which is reserved at providers with limits. */
            reserved: {
                /**
                 * @description The amount, in that currency.
                 * @example 1000.00
                 */
                payin: string;
                /**
                 * @description The amount, in that currency.
                 * @example 1000.00
                 */
                payout: string;
            };
        };
        /** @description Rows of Exposure: all of them, or a page where the request asked for one. */
        ExposureList: {
            /** @description Rows of Exposure: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Exposure"][];
        };
        /** @description An account or wallet that an organization pays from or to; `method` decides its fields. */
        ExternalPaymentInstrument: components["schemas"]["SolanaAddressInstrument"] | components["schemas"]["CopBankAccountInstrument"] | components["schemas"]["NgnBankAccountInstrument"] | components["schemas"]["MxnClabeInstrument"] | components["schemas"]["BrlPixInstrument"] | components["schemas"]["EvmAddressInstrument"] | components["schemas"]["IbanInstrument"];
        /** @description One ExternalPaymentInstrument. */
        ExternalPaymentInstrumentResponse: {
            data: components["schemas"]["ExternalPaymentInstrument"];
        };
        /**
         * @description Whether the payin amount has the fee in it.
         * @example inclusive
         * @enum {string}
         */
        FeeTreatment: "inclusive" | "exclusive";
        /** @description A field at fault. */
        FieldError: {
            /**
             * @description An RFC 6901 pointer into the body, or `?name` for a query parameter.
             * @example /quote_id
             */
            pointer: string;
            code: components["schemas"]["FieldErrorCode"];
            /**
             * @description Completes a sentence that begins with the pointer.
             * @example is required
             */
            message: string;
        };
        /**
         * @description What is wrong with it.
         * @example required
         * @enum {string}
         */
        FieldErrorCode: "required" | "invalid_value" | "unknown_field" | "not_allowed" | "invalid_amount" | "amount_precision" | "amount_not_positive" | "amount_out_of_limits";
        /** @description A problem with the HTTP status 403. */
        ForbiddenProblem: components["schemas"]["NotAdmittedProblem"] | components["schemas"]["RightMissingProblem"];
        /**
         * @description What it is.
         * @example order
         * @enum {string}
         */
        FoundKind: "enterprise" | "organization" | "instrument" | "order" | "deposit" | "payout" | "refund";
        /** @description An account of a pool, which orders are funded at. */
        FundingAccount: {
            /**
             * @description The funding account.
             * @example fac_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The rail.
             * @example bank:mxn
             */
            rail: string;
            method: components["schemas"]["InstrumentMethod"];
            /**
             * @description The currency.
             * @example MXN
             */
            currency: string;
            /**
             * @description How the account ends. The whole account is never shown.
             * @example 9719
             */
            account_end: string;
            status: components["schemas"]["FundingAccountStatus"];
            /** @description The order that has it. Null for none. */
            order_id: string | null;
            /** @description Since when. Null if no order had it. */
            assigned_at: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-03-02T14:05:09.120Z
             */
            added_at: string;
            /** @description Why it was added. Null if the rail opened it. */
            added_reason: string | null;
            /** @description When it was retired. Null if it is in use. */
            retired_at: string | null;
            /** @description Why it was retired. Null if it is in use. */
            retired_reason: string | null;
        };
        /** @description Rows of FundingAccount: all of them, or a page where the request asked for one. */
        FundingAccountList: {
            /** @description Rows of FundingAccount: all of them, or a page where the request asked for one. */
            data: components["schemas"]["FundingAccount"][];
        };
        /** @description One FundingAccount. */
        FundingAccountResponse: {
            data: components["schemas"]["FundingAccount"];
        };
        /**
         * @description Whether an order has it, or none gets it.
         * @example FREE
         * @enum {string}
         */
        FundingAccountStatus: "FREE" | "ASSIGNED" | "RETIRED";
        /** @description A postal address. */
        GeographicAddress: {
            addressType: components["schemas"]["AddressType"];
            /**
             * @description The street.
             * @example Calle 100
             */
            streetName?: string;
            /**
             * @description The number of the building.
             * @example 8-55
             */
            buildingNumber?: string;
            /**
             * @description The name of the building.
             * @example Torre C
             */
            buildingName?: string;
            /**
             * @description The postal code.
             * @example 110221
             */
            postcode?: string;
            /**
             * @description The town.
             * @example Bogotá
             */
            townName?: string;
            /**
             * @description The state or department.
             * @example Cundinamarca
             */
            countrySubDivision?: string;
            /** @description The address in lines, where it has no other form. */
            addressLine?: string[];
            /**
             * @description Two letters of ISO 3166, such as CO.
             * @example CO
             */
            country: string;
        };
        /** @description Stops new quotes, fills or sends. What is in flight is asked for all the same. */
        Halt: {
            /**
             * @description The halt.
             * @example hlt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What is halted. Sends are payouts, refunds and sweeps.
             * @example sends
             * @enum {string}
             */
            what: "quotes" | "fills" | "sends";
            /** @description The rail. Null for all. */
            rail: string | null;
            /** @description The liquidity provider. Null for all. */
            provider: string | null;
            /**
             * @description Who halted: an operator, a restored database, or another service on a copy of the database.
             * @example operator
             * @enum {string}
             */
            cause: "operator" | "restore" | "other_service";
            /**
             * @description `user:LOGIN`, `key:LABEL`, `command` or `database`.
             * @example user:ben
             */
            actor: string;
            /**
             * @description Why.
             * @example The bank reports an outage.
             */
            reason: string;
            /**
             * Format: date-time
             * @description Since when, in real time.
             * @example 2026-03-02T14:05:09.120Z
             */
            halted_at: string;
            /** @description When it ended. Null while it lasts. */
            resumed_at: string | null;
            /** @description After a restore: when the rail or provider was read again. Null before, and for other halts. */
            read_at: string | null;
            /** @description Whether the rail lists all that it sent. Null before it was read, and as long as more may come to light. */
            lists_sends: boolean | null;
            /** @description Whether the provider lists all that it converted. Null before it was asked, and as long as more may come to light. */
            lists_fills: boolean | null;
            /**
             * Format: int32
             * @description Sends of the rail that the restored database does not know and nobody has recorded.
             * @example 0
             */
            unknown_sends: number;
            /**
             * Format: int32
             * @description Fills of the provider that the restored database does not know and nobody has recorded.
             * @example 0
             */
            unknown_fills: number;
        };
        /** @description Something that is halted until a person resumes it. */
        HaltFacts: {
            /**
             * @description `quotes`, `fills` or `sends`.
             * @example sends
             */
            what: string;
            /** @description The rail. Null for all. */
            rail: string | null;
            /** @description The provider. Null for all. */
            provider: string | null;
            /**
             * @description `operator`, `restore` or `other_service`.
             * @example operator
             */
            cause: string;
            /**
             * @description Who halted it.
             * @example user:ben
             */
            actor: string;
            /**
             * @description Why.
             * @example the bank asked for it
             */
            reason: string;
        };
        /** @description An item of kind halt. */
        HaltItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "halt";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["HaltFacts"];
        };
        /** @description Rows of Halt: all of them, or a page where the request asked for one. */
        HaltList: {
            /** @description Rows of Halt: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Halt"][];
        };
        /** @description One Halt. */
        HaltResponse: {
            data: components["schemas"]["Halt"];
        };
        /** @description The request headers are larger than 16 KiB. */
        HeadersTooLargeProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 431;
            /**
             * @description The error.
             * @constant
             */
            code: "headers_too_large";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "headers_too_large";
        };
        /** @description A deposit that screening has not cleared. */
        HeldDeposit: {
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            deposit_id: string;
            amount: components["schemas"]["Money"];
            /** @description The order that it is for, if known. */
            order_id: string | null;
            /**
             * @description The state of its screening.
             * @example hold
             */
            state: string;
            /** @description The screener that decided. Null before an answer. */
            screener: string | null;
            /** @description Its reason. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When the deposit was recorded.
             * @example 2026-03-02T14:05:09.120Z
             */
            recorded_at: string;
            /**
             * Format: int32
             * @description How often the screeners were asked.
             * @example 1
             */
            attempts: number;
        };
        /** @description Rows of HeldDeposit: all of them, or a page where the request asked for one. */
        HeldDepositList: {
            /** @description Rows of HeldDeposit: all of them, or a page where the request asked for one. */
            data: components["schemas"]["HeldDeposit"][];
        };
        /** @description An instrument on hold. */
        HeldInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description The name of the enterprise.
             * @example Demo Enterprise
             */
            enterprise_name: string;
            /**
             * @description The method.
             * @example SOLANA_ADDRESS
             */
            method: string;
            /**
             * @description The status.
             * @example COMPLIANCE_HOLD
             */
            status: string;
            /**
             * Format: date-time
             * @description When it got this status.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description An operator holds the account. False: it waits for its first release. */
            is_account_held: boolean;
            /** @description Instruments of the same account in other enterprises. Empty for roles that may not see matches. */
            elsewhere: string[];
        };
        /** @description An organization on hold. */
        HeldOrganization: {
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Its name.
             * @example Acme SA
             */
            name: string;
            /**
             * @description The name of the enterprise.
             * @example Demo Enterprise
             */
            enterprise_name: string;
            /**
             * @description The status.
             * @example COMPLIANCE_HOLD
             */
            status: string;
            /**
             * Format: date-time
             * @description When it got this status.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
        };
        /** @description What is on hold. */
        Holds: {
            /** @description Organizations on hold, oldest first. */
            organizations: components["schemas"]["HeldOrganization"][];
            /** @description Instruments on hold, oldest first. */
            instruments: components["schemas"]["HeldInstrument"][];
        };
        /** @description One Holds. */
        HoldsResponse: {
            data: components["schemas"]["Holds"];
        };
        /**
         * @description A bank account with an IBAN. Carries EUR. A field that was not sent is an empty string.
         * @example {
         *       "iban": "DE89370400440532013000",
         *       "bic": "COBADEFFXXX",
         *       "account_holder_name": "Erika Mustermann",
         *       "bank_name": "Commerzbank"
         *     }
         */
        IbanDetails: {
            /**
             * @description The IBAN in upper case, without spaces.
             * @example DE89370400440532013000
             */
            iban: string;
            /**
             * @description The BIC of the bank: 8 or 11 characters in upper case. May be empty.
             * @example COBADEFFXXX
             */
            bic: string;
            /**
             * @description The holder, a person or a company.
             * @example Erika Mustermann
             */
            account_holder_name: string;
            /**
             * @description The bank. May be empty.
             * @example Commerzbank
             */
            bank_name: string;
        };
        /** @description A bank account with an IBAN. Carries EUR. */
        IbanInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example EUR
             * @enum {string}
             */
            currency: "EUR";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "IBAN";
            details: components["schemas"]["IbanDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description The Idempotency-Key header is malformed. */
        IdempotencyKeyInvalidProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "idempotency_key_invalid";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "idempotency_key_invalid";
        };
        /** @description The Idempotency-Key was used with a different request. */
        IdempotencyKeyReusedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "idempotency_key_reused";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "idempotency_key_reused";
        };
        /** @description What a customer answered. */
        InformationAnswer: {
            /**
             * @description The information request.
             * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            information_request_id: string;
            /**
             * @description The values, by the names of the fields.
             * @example {
             *       "source_of_funds": "Sale of goods"
             *     }
             */
            fields: {
                [key: string]: string;
            };
            /** @description The documents that the answer names. */
            documents: components["schemas"]["InformationDocument"][];
        };
        /** @description One InformationAnswer. */
        InformationAnswerResponse: {
            data: components["schemas"]["InformationAnswer"];
        };
        /** @description An information request was answered. */
        InformationAnsweredData: {
            /**
             * @description The information request.
             * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            information_request_id: string;
            /** @description The order that it is about. Null: the organization itself. */
            order_id: string | null;
            /**
             * Format: date-time
             * @description Until when the answer is needed.
             * @example 2026-03-02T14:05:09.120Z
             */
            deadline: string;
        };
        /** @description An information request was answered. */
        InformationAnsweredEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "information.answered";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InformationAnsweredData"];
        };
        /** @description An operator closed an information request: nothing is needed any more. */
        InformationClosedData: {
            /**
             * @description The information request.
             * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            information_request_id: string;
            /** @description The order that it is about. Null: the organization itself. */
            order_id: string | null;
            /**
             * Format: date-time
             * @description Until when the answer is needed.
             * @example 2026-03-02T14:05:09.120Z
             */
            deadline: string;
        };
        /** @description An operator closed an information request: nothing is needed any more. */
        InformationClosedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "information.closed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InformationClosedData"];
        };
        /** @description A document with its content. */
        InformationContent: {
            /**
             * @description The document. The answer names it.
             * @example ird_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The wanted document.
             * @example passport
             */
            name: string;
            /** @description Its type. */
            type: components["schemas"]["DocumentType"];
            /**
             * Format: int32
             * @description Its size.
             * @example 120000
             */
            size_bytes: number;
            /**
             * Format: date-time
             * @description When it was uploaded.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The content in base64.
             * @example JVBERi0xLjcK
             */
            content: string;
        };
        /** @description One InformationContent. */
        InformationContentResponse: {
            data: components["schemas"]["InformationContent"];
        };
        /** @description An uploaded document, without its content. */
        InformationDocument: {
            /**
             * @description The document. The answer names it.
             * @example ird_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The wanted document.
             * @example passport
             */
            name: string;
            /** @description Its type. */
            type: components["schemas"]["DocumentType"];
            /**
             * Format: int32
             * @description Its size.
             * @example 120000
             */
            size_bytes: number;
            /**
             * Format: date-time
             * @description When it was uploaded.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description A field that the customer is asked to fill in. */
        InformationField: {
            /**
             * @description Its name in the answer.
             * @example source_of_funds
             */
            name: string;
            /**
             * @description What is meant.
             * @example Where the money of this order comes from.
             */
            about: string;
            type: components["schemas"]["InformationFieldType"];
            /**
             * @description The answer must have it.
             * @example true
             */
            required: boolean;
        };
        /**
         * @description text: one line. date: such as 1984-03-02. country: two letters of ISO 3166, such as CO.
         * @example text
         * @enum {string}
         */
        InformationFieldType: "text" | "date" | "country";
        /** @description What an operator asks an organization. */
        InformationRequest: {
            /**
             * @description The information request.
             * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /** @description The order that it is about. Null: the organization itself. */
            order_id: string | null;
            /** @description Its status. */
            status: components["schemas"]["InformationRequestStatus"];
            /**
             * @description What is asked.
             * @example Please explain this order.
             */
            message: string;
            /** @description The fields to fill in. */
            fields: components["schemas"]["InformationField"][];
            /** @description The documents to upload. */
            documents: components["schemas"]["WantedDocument"][];
            /**
             * Format: date-time
             * @description Until when the answer is needed. A later one is taken while it is OPEN.
             * @example 2026-03-02T14:05:09.120Z
             */
            deadline: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When it was answered. Null before. */
            answered_at: string | null;
            /** @description When it was closed. Null before. */
            closed_at: string | null;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description Its name.
             * @example Acme SA
             */
            organization_name: string;
            /**
             * @description OPEN after its deadline.
             * @example false
             */
            is_overdue: boolean;
        };
        /** @description An information request to look at. */
        InformationRequestFacts: {
            /**
             * @description `ANSWERED`, or `OPEN` after its deadline.
             * @example ANSWERED
             */
            status: string;
            /**
             * @description What was asked.
             * @example Please explain where the money is from.
             */
            message: string;
            /**
             * Format: date-time
             * @description Until when the answer was needed.
             * @example 2026-03-02T14:05:09.120Z
             */
            deadline: string;
            /** @description When it was answered. Null if it was not. */
            answered_at: string | null;
            /** @description Null if it is about no order. */
            reference_number: string | null;
        };
        /** @description An item of kind information_request. */
        InformationRequestItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "information_request";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["InformationRequestFacts"];
        };
        /** @description Rows of InformationRequest: all of them, or a page where the request asked for one. */
        InformationRequestList: {
            /** @description Rows of InformationRequest: all of them, or a page where the request asked for one. */
            data: components["schemas"]["InformationRequest"][];
        };
        /** @description One InformationRequest. */
        InformationRequestResponse: {
            data: components["schemas"]["InformationRequest"];
        };
        /**
         * @description OPEN: it waits for an answer. ANSWERED: an operator reads the answer. CLOSED: nothing is needed any more.
         * @example OPEN
         * @enum {string}
         */
        InformationRequestStatus: "OPEN" | "ANSWERED" | "CLOSED";
        /** @description An operator asks the organization for information. */
        InformationRequestedData: {
            /**
             * @description The information request.
             * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            information_request_id: string;
            /** @description The order that it is about. Null: the organization itself. */
            order_id: string | null;
            /**
             * Format: date-time
             * @description Until when the answer is needed.
             * @example 2026-03-02T14:05:09.120Z
             */
            deadline: string;
        };
        /** @description An operator asks the organization for information. */
        InformationRequestedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "information.requested";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InformationRequestedData"];
        };
        /** @description An instrument on hold. */
        InstrumentHoldFacts: {
            /**
             * @description Its label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description Its method.
             * @example MXN_CLABE
             */
            method: string;
            /**
             * @description Its currency.
             * @example MXN
             */
            currency: string;
            /**
             * @description It was never released.
             * @example true
             */
            is_new: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description An item of kind instrument_hold. */
        InstrumentHoldItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "instrument_hold";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["InstrumentHoldFacts"];
        };
        /**
         * @description A method, which decides the fields of the details.
         * @example SOLANA_ADDRESS
         * @enum {string}
         */
        InstrumentMethod: "SOLANA_ADDRESS" | "COP_BANK_ACCOUNT" | "NGN_BANK_ACCOUNT" | "MXN_CLABE" | "BRL_PIX" | "EVM_ADDRESS" | "IBAN";
        /**
         * @description A status of Instrument.
         * @example ACTIVE
         * @enum {string}
         */
        InstrumentStatus: "ACTIVE" | "COMPLIANCE_HOLD" | "ARCHIVED";
        /** @description The status of an external payment instrument changed. */
        InstrumentStatusChangedData: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            external_payment_instrument_id: string;
            /** @description The new status. */
            status: components["schemas"]["InstrumentStatus"];
        };
        /** @description The status of an external payment instrument changed. */
        InstrumentStatusChangedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "instrument.status_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InstrumentStatusChangedData"];
        };
        /** @description A status and when it began. */
        InstrumentStatusEntry: {
            /** @description The status. */
            status: components["schemas"]["InstrumentStatus"];
            /**
             * Format: date-time
             * @description When it came to that status.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description The present status and every status before it, oldest first. */
        InstrumentStatusWithHistory: {
            /** @description The present status. */
            current_status: components["schemas"]["InstrumentStatus"];
            /** @description Every status up to the present one, oldest first. */
            status_history: components["schemas"]["InstrumentStatusEntry"][];
        };
        /** @description Money is held until the wallet has a travel rule record. */
        InstrumentTravelRuleRequiredData: {
            /**
             * @description The wallet.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            external_payment_instrument_id: string;
            /**
             * @description The order that waits.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description The currency of the transfer.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the transfer.
             * @example 1000.00
             */
            amount: string;
        };
        /** @description Money is held until the wallet has a travel rule record. */
        InstrumentTravelRuleRequiredEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "instrument.travel_rule_required";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InstrumentTravelRuleRequiredData"];
        };
        /** @description An unexpected internal error occurred. */
        InternalErrorProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 500;
            /**
             * @description The error.
             * @constant
             */
            code: "internal_error";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "internal_error";
        };
        /** @description The cursor does not belong to this list. */
        InvalidCursorProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_cursor";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_cursor";
        };
        /** @description The body is not valid JSON. */
        InvalidJsonProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_json";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_json";
        };
        /** @description The request does not have the documented form. */
        InvalidRequestProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_request";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_request";
        };
        /** @description A user who must enrol before the first sign-in. */
        InvitedUser: {
            user: components["schemas"]["User"];
            /**
             * @description Give it to the user. It works for a day and is shown only here.
             * @example ce_…
             */
            enrolment_token: string;
        };
        /** @description One InvitedUser. */
        InvitedUserResponse: {
            data: components["schemas"]["InvitedUser"];
        };
        /** @description Either `naturalPerson` or `legalPerson`. */
        IvmsPerson: {
            naturalPerson?: components["schemas"]["NaturalPerson"];
            legalPerson?: components["schemas"]["LegalPerson"];
        };
        /** @description The body is nested too deeply. */
        JsonTooDeepProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "json_too_deep";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "json_too_deep";
        };
        /**
         * @description What an API key may do.
         * @example read
         * @enum {string}
         */
        KeyScope: "read" | "write";
        /**
         * @description What becomes of the keys that the user made: they stop working, or their acts count as yours. Needed if a user with working keys is disabled or no longer manages users.
         * @example revoke
         * @enum {string}
         */
        KeysOfUser: "revoke" | "take_over";
        /** @description Another operator key has this label. */
        LabelTakenProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "label_taken";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "label_taken";
        };
        /** @description A transfer of the ledger. */
        LedgerLine: {
            /**
             * @description The transfer.
             * @example 10423
             */
            transfer_id: string;
            /**
             * @description What was posted.
             * @example payout
             */
            posting: string;
            /**
             * Format: date
             * @description The day, in UTC.
             * @example 2026-03-02
             */
            date: string;
            /**
             * @description The currency.
             * @example MXN
             */
            currency: string;
            /**
             * @description Negative: the account paid it.
             * @example -12.50
             */
            amount: string;
            /** @description Identifiers, and the number of the order. */
            references: string[];
            /** @description The order. Null for none. */
            order_id: string | null;
        };
        /** @description A transfer of the ledger. */
        LedgerTransfer: {
            /**
             * @description What was posted.
             * @example deposit
             */
            posting: string;
            /**
             * @description The debited account.
             * @example rail:evm:base
             */
            debit_account: string;
            /**
             * @description The credited account.
             * @example customer_funds
             */
            credit_account: string;
            /**
             * @description The currency.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount.
             * @example 1000.00
             */
            amount: string;
            /**
             * Format: date-time
             * @description When it was posted.
             * @example 2026-03-02T14:05:09.120Z
             */
            posted_at: string;
        };
        /** @description A company. */
        LegalPerson: {
            name: components["schemas"]["LegalPersonName"];
            /** @description Postal addresses. */
            geographicAddress?: components["schemas"]["GeographicAddress"][];
            nationalIdentification?: components["schemas"]["NationalIdentification"];
            /**
             * @description Your number of the customer.
             * @example C-20481
             */
            customerIdentification?: string;
            /**
             * @description Two letters of ISO 3166, such as CO.
             * @example CO
             */
            countryOfRegistration?: string;
        };
        /** @description The names of a company. */
        LegalPersonName: {
            /** @description The names. One is the registered name. */
            nameIdentifier: components["schemas"]["LegalPersonNameIdentifier"][];
        };
        /** @description A name of a company. */
        LegalPersonNameIdentifier: {
            /**
             * @description The name.
             * @example Acme SA
             */
            legalPersonName: string;
            legalPersonNameIdentifierType: components["schemas"]["LegalPersonNameType"];
        };
        /**
         * @description LEGL: the registered name. SHRT: a short name. TRAD: a trading name.
         * @example LEGL
         * @enum {string}
         */
        LegalPersonNameType: "LEGL" | "SHRT" | "TRAD";
        /** @description Another user has this login. */
        LoginTakenProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "login_taken";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "login_taken";
        };
        /** @description A settlement limit that is nearly used up. */
        LowLiquidity: {
            /**
             * @description The provider.
             * @example ALPHA
             */
            provider: string;
            /**
             * @description The currency of the limit.
             * @example MXN
             */
            currency: string;
            /**
             * @description The used part of the settlement limit, in percent.
             * @example 94
             */
            used_percent: string;
        };
        /** @description An item of kind low_liquidity. */
        LowLiquidityItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "low_liquidity";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["LowLiquidity"];
        };
        /** @description What was earned and lost on one day, route, provider and currency. */
        MarginRow: {
            /**
             * @description The day, in UTC.
             * @example 2026-03-02
             */
            day: string;
            /** @description Null without an order. */
            enterprise_id: string | null;
            /** @description Null without an order. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The route. Null without an order. */
            route_id: string | null;
            /** @description The name of the route. */
            route_name: string | null;
            /** @description The provider of the fill. What the ledger has for an order with several fills is split among them. */
            liquidity_provider: string | null;
            /**
             * @description The currency of all amounts of the row.
             * @example USDC
             */
            currency: string;
            /**
             * @description Sold to the provider.
             * @example 1000.00
             */
            sold: string;
            /**
             * @description Delivered by the provider.
             * @example 1000.00
             */
            delivered: string;
            /**
             * @description Fees earned, less those given back.
             * @example 1000.00
             */
            fee: string;
            /**
             * @description Taxes to pay, less those given back. No part of the margin.
             * @example 1000.00
             */
            tax: string;
            /**
             * @description Result of the provider's rate against the promised rate; negative for a loss.
             * @example 1000.00
             */
            fx_result: string;
            /**
             * @description The losses of orders in it.
             * @example 1000.00
             */
            loss: string;
            /**
             * @description The part of the losses that somebody accepted.
             * @example 1000.00
             */
            accepted_loss: string;
            /**
             * @description Residue of conversions for an exact payout.
             * @example 1000.00
             */
            rounding: string;
            /**
             * @description Fees of providers.
             * @example 1000.00
             */
            provider_fee: string;
            /**
             * @description Fees of rails.
             * @example 1000.00
             */
            rail_fee: string;
            /**
             * @description Fees of chains in their own coin.
             * @example 1000.00
             */
            network_fee: string;
            /**
             * @description Debts of payers that were given up.
             * @example 1000.00
             */
            written_off: string;
            /**
             * @description Converted without a payout: what the desk holds more (or, if negative, less) of.
             * @example 1000.00
             */
            unwind: string;
            /**
             * @description What payers owe more (or, if negative, less).
             * @example 1000.00
             */
            receivable: string;
            /**
             * @description fee + fx_result + rounding - provider_fee - rail_fee - network_fee - written_off.
             * @example 1000.00
             */
            margin: string;
        };
        /** @description Rows of MarginRow: all of them, or a page where the request asked for one. */
        MarginRowList: {
            /** @description Rows of MarginRow: all of them, or a page where the request asked for one. */
            data: components["schemas"]["MarginRow"][];
        };
        /**
         * @description The outcome at the rail.
         * @example settled
         * @enum {string}
         */
        MarkedOutcome: "settled" | "rejected";
        /**
         * @description What matched. account: an instrument of the same account, for those who may see matches.
         * @example id
         * @enum {string}
         */
        Matched: "id" | "reference_number" | "external_reference" | "transaction" | "address" | "name" | "amount" | "account";
        /** @description An instrument of an account. */
        MatchedInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The enterprise.
             * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            enterprise_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description The name of the organization.
             * @example Acme SA
             */
            organization_name: string;
            /**
             * @description Its label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description Its currency.
             * @example USDC
             */
            currency: string;
            /** @description Its method. */
            method: components["schemas"]["InstrumentMethod"];
            /** @description Its status. */
            status: components["schemas"]["InstrumentStatus"];
        };
        /** @description Rows of MatchedInstrument: all of them, or a page where the request asked for one. */
        MatchedInstrumentList: {
            /** @description Rows of MatchedInstrument: all of them, or a page where the request asked for one. */
            data: components["schemas"]["MatchedInstrument"][];
        };
        /** @description How many lines were matched. */
        MatchedLines: {
            /**
             * Format: int32
             * @description Matches. One may have several lines of a side.
             * @example 800
             */
            matches: number;
            /**
             * Format: int32
             * @description Lines of the statement in them.
             * @example 805
             */
            there: number;
            /**
             * Format: int32
             * @description Lines of the ledger in them.
             * @example 808
             */
            here: number;
        };
        /** @description This path does not support this method. */
        MethodNotAllowedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 405;
            /**
             * @description The error.
             * @constant
             */
            code: "method_not_allowed";
            /** @description The methods that the path supports. */
            allowed: string[];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "method_not_allowed";
        };
        /** @description An amount in a currency. */
        Money: {
            /**
             * @description The currency.
             * @example USDC
             */
            currency: string;
            /**
             * @description Decimal text. Negative for a loss.
             * @example 1000.00
             */
            amount: string;
        };
        /** @description A movement of the desk's own money. */
        Movement: {
            /**
             * @description The movement.
             * @example mv_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The account of the desk that it leaves.
             * @example rail:evm:base
             */
            from_account: string;
            /**
             * @description The account of the desk that it goes to.
             * @example rail:evm:base
             */
            to_account: string;
            /**
             * @description The currency.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            /** @description The day that the bank counts it. Null if nobody gave one. */
            value_date: string | null;
            status: components["schemas"]["MovementStatus"];
            /** @description Every status up to the present one, oldest first. */
            history: components["schemas"]["MovementEntry"][];
            /**
             * Format: date-time
             * @description When it was proposed.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description A status of a movement, and why. */
        MovementEntry: {
            /** @description The status. */
            status: components["schemas"]["MovementStatus"];
            /**
             * Format: date-time
             * @description When it came to that status.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description Why.
             * @example Rebalance the wallet.
             */
            reason: string;
            /** @description What shows that it happened outside. Null if there is none. */
            evidence: string | null;
        };
        /** @description Rows of Movement: all of them, or a page where the request asked for one. */
        MovementList: {
            /** @description Rows of Movement: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Movement"][];
        };
        /** @description One Movement. */
        MovementResponse: {
            data: components["schemas"]["Movement"];
        };
        /**
         * @description A status of a movement.
         * @example SETTLED
         * @enum {string}
         */
        MovementStatus: "PROPOSED" | "APPROVED" | "SENT" | "SETTLED" | "FAILED" | "CANCELLED";
        /** @description Why, and what shows it. */
        MovementStep: {
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
            /**
             * @description What shows that it happened outside.
             * @example statement of 2 March
             */
            evidence?: string;
            /**
             * @description For settle: a deposit in suspense of the same amount is other money. Otherwise such a deposit refuses the act, since the money would count twice.
             * @example false
             */
            not_a_deposit?: boolean;
        };
        /**
         * @description A bank account in Mexico. Carries MXN. A field that was not sent is an empty string.
         * @example {
         *       "clabe": "032180000118359719",
         *       "account_holder_name": "Lucía Hernández",
         *       "bank_name": "IXE"
         *     }
         */
        MxnClabeDetails: {
            /**
             * @description The CLABE: 18 digits, the last one its check digit.
             * @example 032180000118359719
             */
            clabe: string;
            /**
             * @description The holder, a person or a company.
             * @example Lucía Hernández
             */
            account_holder_name: string;
            /**
             * @description The bank. May be empty.
             * @example IXE
             */
            bank_name: string;
        };
        /** @description A bank account in Mexico. Carries MXN. */
        MxnClabeInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example MXN
             * @enum {string}
             */
            currency: "MXN";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "MXN_CLABE";
            details: components["schemas"]["MxnClabeDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description An official number. */
        NationalIdentification: {
            /**
             * @description The number.
             * @example 1020304050
             */
            nationalIdentifier: string;
            nationalIdentifierType: components["schemas"]["NationalIdentifierType"];
            /**
             * @description Two letters of ISO 3166, such as CO.
             * @example CO
             */
            countryOfIssue?: string;
            /**
             * @description The authority that registered it.
             * @example RA000588
             */
            registrationAuthority?: string;
        };
        /**
         * @description CCPT: passport. IDCD: identity card. TXID: tax number. DRLC: driving licence. LEIX: LEI. The others as IVMS101 has them.
         * @example IDCD
         * @enum {string}
         */
        NationalIdentifierType: "ARNU" | "CCPT" | "RAID" | "DRLC" | "FIIN" | "TXID" | "SOCS" | "IDCD" | "LEIX" | "MISC";
        /** @description A person. */
        NaturalPerson: {
            name: components["schemas"]["NaturalPersonName"];
            /** @description Postal addresses. */
            geographicAddress?: components["schemas"]["GeographicAddress"][];
            nationalIdentification?: components["schemas"]["NationalIdentification"];
            /**
             * @description Your number of the customer.
             * @example C-20481
             */
            customerIdentification?: string;
            dateAndPlaceOfBirth?: components["schemas"]["DateAndPlaceOfBirth"];
            /**
             * @description Two letters of ISO 3166, such as CO.
             * @example CO
             */
            countryOfResidence?: string;
        };
        /** @description The names of a person. */
        NaturalPersonName: {
            /** @description The names. One is the legal name. */
            nameIdentifier: components["schemas"]["NaturalPersonNameIdentifier"][];
        };
        /** @description A name of a person. */
        NaturalPersonNameIdentifier: {
            /**
             * @description The surname.
             * @example García
             */
            primaryIdentifier: string;
            /**
             * @description The given names.
             * @example Ana María
             */
            secondaryIdentifier?: string;
            nameIdentifierType: components["schemas"]["NaturalPersonNameType"];
        };
        /**
         * @description LEGL: the legal name. ALIA: an alias. BIRT: at birth. MAID: maiden name. MISC: another.
         * @example LEGL
         * @enum {string}
         */
        NaturalPersonNameType: "LEGL" | "ALIA" | "BIRT" | "MAID" | "MISC";
        /** @description An API key of a customer to create. */
        NewApiKeyOfEnterprise: {
            /**
             * @description What the key is for.
             * @example Back office
             */
            label: string;
            /** @description What it may do. */
            scopes: components["schemas"]["KeyScope"][];
            /**
             * Format: typeid
             * @description The organization to bind it to. Without it, all of the enterprise.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id?: string;
            /** @description Where it may be used from. Without it, from anywhere. */
            allowed_addresses?: string[];
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. When it stops working.
             * @example 2200-01-31T00:00:00Z
             */
            expires_at?: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description An operator file to compare with. */
        NewConfigurationPreview: {
            /**
             * @description An operator file, in YAML.
             * @example enterprises: []
             */
            file: string;
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. Without it, the file is applied at once.
             * @example 2026-03-31T00:00:00Z
             */
            effective_from?: string;
            /**
             * @description Only what the file changes: no route is compared.
             * @example false
             */
            only_changes?: boolean;
            /** @description Without them, and on routes of other currencies: the limits, and both sides of each edge between cost tiers. */
            amounts?: components["schemas"]["PreviewedAmount"][];
        };
        /** @description An operator file to apply. */
        NewConfigurationVersion: {
            /**
             * @description An operator file, in YAML.
             * @example enterprises: []
             */
            file: string;
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. Without it, the file is applied at once.
             * @example 2026-03-31T00:00:00Z
             */
            effective_from?: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description The password of a user. */
        NewEnrolment: {
            /**
             * @description The enrolment token that an admin gave the user.
             * @example ce_…
             */
            token: string;
            /**
             * @description At least 12 characters.
             * @example correct horse battery staple
             */
            password: string;
        };
        /** @description Accounts for a pool. */
        NewFundingAccounts: {
            /**
             * @description The rail.
             * @example bank:mxn
             */
            rail: string;
            method: components["schemas"]["InstrumentMethod"];
            /**
             * @description The currency.
             * @example MXN
             */
            currency: string;
            /**
             * @description The accounts.
             * @example [
             *       {
             *         "clabe": "032180000118359719"
             *       }
             *     ]
             */
            accounts: {
                [key: string]: string;
            }[];
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description What to halt, and why. */
        NewHalt: {
            /**
             * @description What is halted. Sends are payouts, refunds and sweeps.
             * @example sends
             * @enum {string}
             */
            what: "quotes" | "fills" | "sends";
            /**
             * @description Only over this rail. For quotes: its instruments.
             * @example evm:base
             */
            rail?: string;
            /**
             * @description Only at this liquidity provider.
             * @example sandbox-fx
             */
            provider?: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description What an operator asks an organization. */
        NewInformationRequest: {
            /**
             * Format: typeid
             * @description The order that it is about. Without it: the organization.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id?: string;
            /**
             * @description What is asked.
             * @example Please explain where the money of this order is from.
             */
            message: string;
            /** @description Fields to fill in. */
            fields: components["schemas"]["InformationField"][];
            /** @description Documents to upload. */
            documents: components["schemas"]["WantedDocument"][];
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. Until when the answer is needed.
             * @example 2026-03-09T17:00:00Z
             */
            deadline: string;
            /**
             * @description Freeze the order as well.
             * @example true
             */
            hold_order?: boolean;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description A movement to propose. */
        NewMovement: {
            /**
             * @description The account that it leaves.
             * @example treasury
             */
            from_account: string;
            /**
             * @description The account that it goes to.
             * @example rail:evm:base
             */
            to_account: string;
            /**
             * @description The currency.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, above zero.
             * @example 1000.00
             */
            amount: string;
            /**
             * @description When the bank counts it, a day.
             * @example 2026-03-02
             */
            value_date?: string;
            /**
             * @description What shows that it happened outside.
             * @example statement of 2 March
             */
            evidence?: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description A key to create. */
        NewOperatorKey: {
            /**
             * @description What the key is for. Working keys have different labels.
             * @example monitoring
             */
            label: string;
            role: components["schemas"]["OperatorRole"];
            /** @description The enterprises whose data is seen. Null for all. */
            enterprise_ids?: string[] | null;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. When it stops working.
             * @example 2027-01-31T00:00:00Z
             */
            expires_at?: string;
        };
        /** @description A passkey to add. */
        NewPasskey: {
            /**
             * @description What the user calls it.
             * @example laptop
             */
            name: string;
            credential: components["schemas"]["NewPasskeyCredential"];
        };
        /** @description What an authenticator made. */
        NewPasskeyCredential: {
            /**
             * @description The credential. In base64url.
             * @example AbC-_123
             */
            id: string;
            /**
             * @description The same. In base64url.
             * @example AbC-_123
             */
            rawId: string;
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "public-key";
            /** @description What the authenticator signed. */
            response: {
                /**
                 * @description What the browser says of the page and the challenge. In base64url.
                 * @example AbC-_123
                 */
                clientDataJSON: string;
                /**
                 * @description The public key. In base64url.
                 * @example AbC-_123
                 */
                attestationObject: string;
                /** @description How a browser reaches the authenticator. */
                transports?: string[];
            };
            /** @description Not used. */
            clientExtensionResults: Record<string, never>;
        };
        /** @description A user to create. */
        NewUser: {
            /**
             * @description What the user signs in with, in lower case.
             * @example ben
             */
            login: string;
            role: components["schemas"]["OperatorRole"];
            /** @description The enterprises whose data is seen. Null for all. */
            enterprise_ids?: string[] | null;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description A user who has enrolled and was not admitted. */
        NewUserFacts: {
            /**
             * @description The login.
             * @example ben
             */
            login: string;
            /**
             * @description What the user may do.
             * @example viewer
             */
            role: string;
            /** @description Who got the enrolment token. Null for a command on the server. */
            invited_by: string | null;
            /** @description Whether the user may do nothing before an admin has admitted the user. */
            needs_admission: boolean;
        };
        /** @description An item of kind new_user. */
        NewUserItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "new_user";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["NewUserFacts"];
        };
        /** @description What an operator has found. */
        NewVerification: {
            /** @description What was found. */
            state: components["schemas"]["VerificationState"];
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /**
         * @description A bank account in Nigeria, of a person or a company. Carries NGN. A field that was not sent is an empty string.
         * @example {
         *       "bank_name": "First Bank of Nigeria",
         *       "bank_account_number": "0000014579",
         *       "doc_id": "22222222222",
         *       "account_holder_first_name": "Chidi",
         *       "account_holder_last_name": "Okafor",
         *       "account_holder_business_name": ""
         *     }
         */
        NgnBankAccountDetails: {
            /**
             * @description The bank.
             * @example First Bank of Nigeria
             */
            bank_name: string;
            /**
             * @description The NUBAN: 10 digits.
             * @example 0000014579
             */
            bank_account_number: string;
            /**
             * @description For a person, the BVN or NIN: 11 digits. For a company, the registration number: 4 to 20 letters, digits, - or /.
             * @example 22222222222
             */
            doc_id: string;
            /**
             * @description Given names of a person. May be empty if `account_holder_business_name` is given.
             * @example Chidi
             */
            account_holder_first_name: string;
            /**
             * @description Family names of a person. May be empty if `account_holder_business_name` is given.
             * @example Okafor
             */
            account_holder_last_name: string;
            /**
             * @description The name of a company. May be empty.
             * @example Lagos Foods Ltd
             */
            account_holder_business_name: string;
        };
        /** @description A bank account in Nigeria, of a person or a company. Carries NGN. */
        NgnBankAccountInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example NGN
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "NGN_BANK_ACCOUNT";
            details: components["schemas"]["NgnBankAccountDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description The Accept header excludes JSON, the format of the answer. */
        NotAcceptableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 406;
            /**
             * @description The error.
             * @constant
             */
            code: "not_acceptable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "not_acceptable";
        };
        /** @description Another admin must admit this user. */
        NotAdmittedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 403;
            /**
             * @description The error.
             * @constant
             */
            code: "not_admitted";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "not_admitted";
        };
        /** @description The resource does not exist. */
        NotFoundProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 404;
            /**
             * @description The error.
             * @constant
             */
            code: "not_found";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "not_found";
        };
        /** @description A session or an operator key is required. */
        NotSignedInProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 401;
            /**
             * @description The error.
             * @constant
             */
            code: "not_signed_in";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "not_signed_in";
        };
        /**
         * @description What happened.
         * @example parked
         * @enum {string}
         */
        NoteAction: "parked" | "released" | "failed" | "refunded" | "paid_again" | "reversed" | "received" | "written_off" | "set_off" | "loss_accepted" | "provider_chosen" | "paid_elsewhere" | "frozen" | "unfrozen" | "marked_settled" | "marked_rejected" | "cancel_asked" | "refund_redirected";
        /** @description The hours in which the route and the provider both trade on the UTC day of creation. Start and end are equal on a closed day. */
        OfferingHours: {
            /**
             * Format: date-time
             * @description The start, inclusive.
             * @example 2026-03-02T14:05:09.120Z
             */
            open_utc: string;
            /**
             * Format: date-time
             * @description The end, exclusive.
             * @example 2026-03-02T14:05:09.120Z
             */
            close_utc: string;
        };
        /** @description What the payer of an order owes after reversals. */
        OpenReversal: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description Its name.
             * @example Acme SA
             */
            organization_name: string;
            status: components["schemas"]["OrderStatus"];
            /** @description Why the order waits for an operator. Null if it does not wait. */
            parked_reason: string | null;
            owed: components["schemas"]["Money"];
            /** @description What the order lacks. Null for another currency than its payin. */
            lacks: components["schemas"]["Money"] | null;
            /** @description The reversed deposits. */
            deposits: components["schemas"]["ReversedDeposit"][];
            /**
             * Format: date-time
             * @description When the last of them was reversed.
             * @example 2026-03-02T14:05:09.120Z
             */
            reversed_at: string;
        };
        /** @description Rows of OpenReversal: all of them, or a page where the request asked for one. */
        OpenReversalList: {
            /** @description Rows of OpenReversal: all of them, or a page where the request asked for one. */
            data: components["schemas"]["OpenReversal"][];
        };
        /**
         * @description What the deployment is.
         * @example live
         * @enum {string}
         */
        OperatedEnvironment: "sandbox" | "live";
        /** @description An uninterrupted time in which a pair trades. */
        OperatingHours: {
            /**
             * Format: date-time
             * @description The start, inclusive.
             * @example 2026-03-02T14:05:09.120Z
             */
            open_time_utc: string;
            /**
             * Format: date-time
             * @description The end, exclusive.
             * @example 2026-03-02T14:05:09.120Z
             */
            close_time_utc: string;
        };
        /** @description A key of a program that uses the operator API. */
        OperatorKey: {
            /**
             * @description The key.
             * @example opk_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What the key is for.
             * @example monitoring
             */
            label: string;
            role: components["schemas"]["OperatorRole"];
            /** @description The enterprises whose data is seen. Null for all. */
            enterprise_ids: string[] | null;
            /**
             * Format: date-time
             * @description When the key was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When the key stops working. Null for never. */
            expires_at: string | null;
            /** @description When the key was revoked. Null if it was not. */
            revoked_at: string | null;
        };
        /** @description Rows of OperatorKey: all of them, or a page where the request asked for one. */
        OperatorKeyList: {
            /** @description Rows of OperatorKey: all of them, or a page where the request asked for one. */
            data: components["schemas"]["OperatorKey"][];
        };
        /** @description One OperatorKey. */
        OperatorKeyResponse: {
            data: components["schemas"]["OperatorKey"];
        };
        /** @description An order with everything known about it. */
        OperatorOrder: {
            /** @description The order. */
            order: components["schemas"]["DeskOrder"];
            /** @description Everything known about it. */
            record: components["schemas"]["OrderRecord"];
        };
        /** @description One OperatorOrder. */
        OperatorOrderResponse: {
            data: components["schemas"]["OperatorOrder"];
        };
        /**
         * @description What the user or key may do.
         * @example viewer
         * @enum {string}
         */
        OperatorRole: "viewer" | "operator" | "treasurer" | "compliance" | "admin";
        /** @description An order was cancelled. */
        OrderCancelledData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_CANCELLED
             * @enum {string}
             */
            status: "FAILED_CANCELLED";
        };
        /** @description An order was cancelled. */
        OrderCancelledEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.cancelled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderCancelledData"];
        };
        /** @description The beneficiary of an order was paid. */
        OrderCompletedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example STEP_4_COMPLETED
             * @enum {string}
             */
            status: "STEP_4_COMPLETED";
        };
        /** @description The beneficiary of an order was paid. */
        OrderCompletedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.completed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderCompletedData"];
        };
        /** @description An order was created. */
        OrderCreatedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example STEP_1_AWAITING_FUNDING
             * @enum {string}
             */
            status: "STEP_1_AWAITING_FUNDING";
        };
        /** @description An order was created. */
        OrderCreatedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderCreatedData"];
        };
        /** @description The liquidity provider declined an order, or the desk ended it before the conversion. */
        OrderDeclinedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_DECLINED_BY_LIQ_PROVIDER
             * @enum {string}
             */
            status: "FAILED_DECLINED_BY_LIQ_PROVIDER";
        };
        /** @description The liquidity provider declined an order, or the desk ended it before the conversion. */
        OrderDeclinedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.declined";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderDeclinedData"];
        };
        /** @description An order takes longer than expected, or waits to be decided. */
        OrderDelayedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            code: components["schemas"]["DelayCode"];
            resolution: components["schemas"]["DelayResolution"];
            /**
             * Format: date-time
             * @description When the order is expected to go on. An estimate.
             * @example 2026-03-02T14:05:09.120Z
             */
            expected_at: string;
        };
        /** @description An order takes longer than expected, or waits to be decided. */
        OrderDelayedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.delayed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderDelayedData"];
        };
        /** @description A deposit of an order, with its rail. */
        OrderDeposit: {
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The order that it arrived for.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description The rail's id of the transaction.
             * @example sim:ord_01jqe8m2x4fv5s0t6w7y8z9abc:0
             */
            transaction: string;
            /**
             * @description The currency that arrived.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            outcome: components["schemas"]["DepositOutcome"];
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-03-02T14:05:09.120Z
             */
            recorded_at: string;
            /**
             * @description The rail.
             * @example evm:base
             */
            rail: string;
            /**
             * @description The account of the desk that received it.
             * @example 7v91N7iZ9mNicL8WfG6cgSC
             */
            address: string;
            /**
             * Format: date-time
             * @description When the rail took it back.
             * @example 2026-03-02T14:05:09.120Z
             */
            reversed_at?: string;
            /** @description Why. */
            reversal_code?: string | null;
            /**
             * @description The part that was already used or sent.
             * @example 1000.00 USDC
             */
            lost?: string;
        };
        /** @description A trade with a provider. */
        OrderFill: {
            /**
             * @description The provider.
             * @example ALPHA
             */
            liquidity_provider: string;
            /**
             * @description Why this provider.
             * @example best offer
             */
            choice: string;
            /**
             * @description The idempotency key at the provider.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:1
             */
            provider_key: string;
            /** @description The provider's own reference. */
            reference: string | null;
            /**
             * @description What was to be sold.
             * @example 1000.00 USDC
             */
            payin: string;
            /**
             * @description What was to be delivered.
             * @example 4237250.00 COP
             */
            payout: string;
            /**
             * @description The rate of the offer.
             * @example 4237.25
             */
            firm_rate: string;
            /** @description What was sold. Null until then. */
            sold: string | null;
            /** @description What was delivered. Null until then. */
            delivered: string | null;
            /** @description What the provider charged in addition. */
            fee: string | null;
            /**
             * @description The desk's result against the promised rate; negative for a loss.
             * @example -12.50 COP
             */
            result: string;
            /**
             * Format: date-time
             * @description When it was asked for.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When it was filled. */
            filled_at: string | null;
            /** @description When the provider declined it. */
            declined_at: string | null;
            /** @description Why. */
            decline_code: string | null;
        };
        /** @description The conversion for an order is done. */
        OrderFilledData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example STEP_3_SETTLING_PAYOUT
             * @enum {string}
             */
            status: "STEP_3_SETTLING_PAYOUT";
        };
        /** @description The conversion for an order is done. */
        OrderFilledEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.filled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderFilledData"];
        };
        /** @description The money for an order has arrived. */
        OrderFundedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example STEP_2_FILLING_FX
             * @enum {string}
             */
            status: "STEP_2_FILLING_FX";
        };
        /** @description The money for an order has arrived. */
        OrderFundedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.funded";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderFundedData"];
        };
        /** @description The funding expiry of an order passed. */
        OrderFundingExpiredData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_FUNDING_EXPIRED
             * @enum {string}
             */
            status: "FAILED_FUNDING_EXPIRED";
        };
        /** @description The funding expiry of an order passed. */
        OrderFundingExpiredEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.funding_expired";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderFundingExpiredData"];
        };
        /** @description Why an order was parked, or what an operator did. */
        OrderNote: {
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-02T14:05:09.120Z
             */
            at: string;
            action: components["schemas"]["NoteAction"];
            /** @description Why. Null: the service released the order by itself. */
            reason: string | null;
            /**
             * @description The provider of the offer.
             * @example ALPHA
             */
            liquidity_provider?: string;
            /**
             * @description The rate of the offer.
             * @example 4100.00
             */
            firm_rate?: string;
            /**
             * @description The desk's result with the offer.
             * @example -12.50 COP
             */
            result?: string;
        };
        /** @description An order was parked and waits for an operator. */
        OrderParkedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            reason: components["schemas"]["ParkingReason"];
        };
        /** @description An order was parked and waits for an operator. */
        OrderParkedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.parked";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderParkedData"];
        };
        /** @description A payout of an order. */
        OrderPayout: {
            /**
             * @description The payout.
             * @example po_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The order that is paid out.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /** @description The instrument that is paid; null in payouts of earlier versions, which went to the instrument of the order. */
            external_payment_instrument_id: string | null;
            /**
             * @description The payout currency.
             * @example COP
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            status: components["schemas"]["PayoutStatus"];
            /** @description The rail's own reference; null until it has one. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When the rail settled it; null until then. */
            settled_at: string | null;
            /** @description When the rail rejected it for good; null if it did not. */
            rejected_at: string | null;
            /** @description When it came back; null if it did not. */
            returned_at: string | null;
            /**
             * @description The idempotency key at the rail.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            rail_key: string;
        };
        /** @description Everything known about an order, as `corridor orders show --json` prints it. */
        OrderRecord: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description Its name.
             * @example Acme SA
             */
            organization: string;
            /** @description The present status. */
            status: components["schemas"]["OrderStatus"];
            /** @description Why it waits for an operator. Null if it does not. */
            parked_reason: string | null;
            /** @description Since when it waits. */
            parked_at: string | null;
            /**
             * @description The payin total.
             * @example 1000.00 USDC
             */
            payin: string;
            /**
             * @description The payout total.
             * @example 4237250.00 COP
             */
            payout: string;
            /**
             * @description The provider.
             * @example ALPHA
             */
            liquidity_provider: string;
            /**
             * @description The rate of the quote.
             * @example 4237.25
             */
            promised_rate: string;
            /** @description The rate that the provider offered, or at which it filled. */
            firm_rate: string | null;
            /** @description The desk's result; negative for a loss. */
            result: string | null;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description What arrived.
             * @example 1000.00 USDC
             */
            received: string;
            /**
             * @description What a reversal of a deposit took away.
             * @example 1000.00 USDC
             */
            lacks?: string;
            /**
             * @description The fee, in the payin currency.
             * @example 10.00
             */
            fee: string;
            /**
             * @description The tax on the fee, in the payin currency.
             * @example 1.90
             */
            tax: string;
            /**
             * Format: date-time
             * @description Until when the funds must arrive.
             * @example 2026-03-02T14:05:09.120Z
             */
            funding_expires_at: string;
            /** @description The order that retries this one. */
            retry_order_id: string | null;
            /**
             * @description The most that the desk may lose.
             * @example 100.00 COP
             */
            accepted_loss?: string;
            /**
             * @description The provider that an operator chose.
             * @example BETA
             */
            chosen_provider?: string;
            /**
             * Format: date-time
             * @description Since when it is frozen.
             * @example 2026-03-02T14:05:09.120Z
             */
            frozen_at?: string;
            /**
             * Format: int32
             * @description Attempts of the present step.
             * @example 0
             */
            attempt: number;
            /** @description Every status up to the present one, oldest first. */
            status_history: components["schemas"]["RecordedStatus"][];
            /** @description Oldest first. */
            notes: components["schemas"]["OrderNote"][];
            /** @description Left out if there is none. */
            screenings?: components["schemas"]["OrderScreening"][];
            /** @description Oldest first. */
            deposits: components["schemas"]["OrderDeposit"][];
            /** @description Oldest first. */
            fills: components["schemas"]["OrderFill"][];
            /** @description Oldest first. */
            payouts: components["schemas"]["OrderPayout"][];
            /** @description Oldest first. */
            refunds: components["schemas"]["OrderRefund"][];
            /** @description Left out if there is none. */
            recorded_outcomes?: components["schemas"]["RecordedOutcome"][];
            /** @description Left out if there is none. */
            cancellations?: components["schemas"]["Cancellation"][];
            /** @description Every transfer, oldest first. */
            ledger_entries: components["schemas"]["LedgerTransfer"][];
            /** @description As the customer gets them, oldest first. */
            events: components["schemas"]["Event"][];
        };
        /** @description A refund of an order. */
        OrderRefund: {
            /**
             * @description The refund.
             * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The order whose money goes back.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /** @description The deposit that goes back; null if the refund is of the order as a whole. */
            deposit_id: string | null;
            /**
             * @description The currency of the refund.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            borne_fee: string;
            reason: components["schemas"]["RefundReason"];
            /** @description The instrument that receives the refund; null until that is decided. */
            external_payment_instrument_id: string | null;
            status: components["schemas"]["RefundStatus"];
            /** @description The refund that pays a COLLECTED one back; null for any other. */
            collected_in: string | null;
            /** @description The rail's own reference; null until it has one. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
            /**
             * @description The idempotency key at the rail.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            rail_key: string;
            /**
             * @description The part that is not sent.
             * @example 10.00
             */
            given_back_by_reversal?: string;
        };
        /** @description A refund will be sent: it was requested, a payout was rejected, or a deposit came late. */
        OrderRefundRequestedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_REFUND_REQUESTED
             * @enum {string}
             */
            status: "FAILED_REFUND_REQUESTED";
        };
        /** @description A refund will be sent: it was requested, a payout was rejected, or a deposit came late. */
        OrderRefundRequestedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.refund_requested";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderRefundRequestedData"];
        };
        /** @description All refunds of an order are done. */
        OrderRefundedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_REFUND_PROCESSED
             * @enum {string}
             */
            status: "FAILED_REFUND_PROCESSED";
        };
        /** @description All refunds of an order are done. */
        OrderRefundedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.refunded";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderRefundedData"];
        };
        /** @description An operator released a parked order. */
        OrderReleasedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            reason: components["schemas"]["ParkingReason"];
        };
        /** @description An operator released a parked order. */
        OrderReleasedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.released";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderReleasedData"];
        };
        /** @description Another order took over the money of a declined one. */
        OrderRetriedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The other order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            retry_order_id: string;
        };
        /** @description Another order took over the money of a declined one. */
        OrderRetriedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.retried";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderRetriedData"];
        };
        /** @description The screening of a sender or beneficiary. */
        OrderScreening: {
            /**
             * @description Its key.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            key: string;
            /**
             * @description What was screened.
             * @example deposit
             * @enum {string}
             */
            subject: "deposit" | "payout" | "refund";
            /**
             * @description The answer, or that there is none yet.
             * @example asking
             * @enum {string}
             */
            state: "asking" | "clear" | "hold" | "reject" | "released";
            /** @description Who answered. Null for a clear answer. */
            screener: string | null;
            /** @description Why. Null for a clear answer. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was asked first.
             * @example 2026-03-02T14:05:09.120Z
             */
            asked_at: string;
            /** @description When it was answered. */
            answered_at: string | null;
            /** @description When an operator released it. */
            released_at: string | null;
            /** @description Why. */
            release_reason: string | null;
        };
        /**
         * @description A status of Order.
         * @example STEP_1_AWAITING_FUNDING
         * @enum {string}
         */
        OrderStatus: "STEP_1_AWAITING_FUNDING" | "STEP_2_FILLING_FX" | "STEP_3_SETTLING_PAYOUT" | "STEP_4_COMPLETED" | "FAILED_FUNDING_EXPIRED" | "FAILED_CANCELLED" | "FAILED_DECLINED_BY_LIQ_PROVIDER" | "FAILED_REFUND_REQUESTED" | "FAILED_REFUND_PROCESSED";
        /**
         * @description How the price is set: by a quote.
         * @example QUOTED
         * @enum {string}
         */
        OrderType: "QUOTED";
        /** @description An organization on hold. */
        OrganizationHoldFacts: {
            /**
             * @description It was never released.
             * @example true
             */
            is_new: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description An item of kind organization_hold. */
        OrganizationHoldItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "organization_hold";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["OrganizationHoldFacts"];
        };
        /**
         * @description A status of Organization.
         * @example ACTIVE
         * @enum {string}
         */
        OrganizationStatus: "ACTIVE" | "COMPLIANCE_HOLD";
        /** @description The status of the organization changed. */
        OrganizationStatusChangedData: {
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /** @description The new status. */
            status: components["schemas"]["OrganizationStatus"];
        };
        /** @description The status of the organization changed. */
        OrganizationStatusChangedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "organization.status_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["OrganizationStatusChangedData"];
        };
        /** @description A status and when it began. */
        OrganizationStatusEntry: {
            /** @description The status. */
            status: components["schemas"]["OrganizationStatus"];
            /**
             * Format: date-time
             * @description When it came to that status.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description The present status and every status before it, oldest first. */
        OrganizationStatusWithHistory: {
            /** @description The present status. */
            current_status: components["schemas"]["OrganizationStatus"];
            /** @description Every status up to the present one, oldest first. */
            status_history: components["schemas"]["OrganizationStatusEntry"][];
        };
        /** @description Who sends the money. */
        Originator: {
            /** @description Who the originator is. */
            originatorPersons: components["schemas"]["IvmsPerson"][];
            /** @description Accounts or addresses. */
            accountNumber?: string[];
        };
        /** @description An order that waits for a decision. */
        ParkedOrderFacts: {
            /** @description The order. */
            order: components["schemas"]["DeskOrder"];
            /** @description What screeners found, if that stopped the payout. */
            hits: components["schemas"]["ScreeningHit"][];
        };
        /** @description An item of kind parked_order. */
        ParkedOrderItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "parked_order";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["ParkedOrderFacts"];
        };
        /**
         * @description review: an operator reviews the order. processing: a step did not succeed.
         * @example review
         * @enum {string}
         */
        ParkingReason: "review" | "processing";
        /** @description A passkey of the caller. */
        Passkey: {
            /**
             * @description The passkey.
             * @example psk_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What the user calls it.
             * @example laptop
             */
            name: string;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description The last sign-in with it. Null for none. */
            last_used_at: string | null;
        };
        /** @description For `navigator.credentials.create`. */
        PasskeyCreationOptions: {
            /** @description The site that the passkey is for. */
            rp: {
                /**
                 * @description The host name of the public URL.
                 * @example desk.example.com
                 */
                id: string;
                /**
                 * @description For people.
                 * @example desk.example.com
                 */
                name: string;
            };
            /** @description Whose passkey it is. */
            user: {
                /**
                 * @description The user. In base64url.
                 * @example AbC-_123
                 */
                id: string;
                /**
                 * @description The login.
                 * @example ben
                 */
                name: string;
                /**
                 * @description The login.
                 * @example ben
                 */
                displayName: string;
            };
            /**
             * @description To be signed within five minutes, once. In base64url.
             * @example AbC-_123
             */
            challenge: string;
            /** @description The algorithms, best first. */
            pubKeyCredParams: {
                /**
                 * @description Its kind.
                 * @enum {string}
                 */
                type: "public-key";
                /**
                 * @description As COSE numbers it.
                 * @example -7
                 */
                alg: number;
            }[];
            /**
             * @description In milliseconds.
             * @example 300000
             */
            timeout: number;
            /** @description The passkeys that the user has. */
            excludeCredentials: {
                /**
                 * @description In base64url.
                 * @example AbC-_123
                 */
                id: string;
                /**
                 * @description Its kind.
                 * @enum {string}
                 */
                type: "public-key";
                /** @description How a browser reaches its authenticator. */
                transports: string[];
            }[];
            /** @description What the authenticator must do. */
            authenticatorSelection: {
                /**
                 * @description It knows the user.
                 * @enum {string}
                 */
                residentKey: "required";
                /**
                 * @description By a PIN or a finger.
                 * @enum {string}
                 */
                userVerification: "required";
            };
            /**
             * @description Its maker does not matter.
             * @enum {string}
             */
            attestation: "none";
        };
        /** @description One PasskeyCreationOptions. */
        PasskeyCreationOptionsResponse: {
            data: components["schemas"]["PasskeyCreationOptions"];
        };
        /** @description What an authenticator signed. */
        PasskeyCredential: {
            /**
             * @description The credential. In base64url.
             * @example AbC-_123
             */
            id: string;
            /**
             * @description The same. In base64url.
             * @example AbC-_123
             */
            rawId: string;
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "public-key";
            /** @description What the authenticator signed. */
            response: {
                /**
                 * @description What the browser says of the page and the challenge. In base64url.
                 * @example AbC-_123
                 */
                clientDataJSON: string;
                /**
                 * @description What the authenticator says of itself. In base64url.
                 * @example AbC-_123
                 */
                authenticatorData: string;
                /**
                 * @description The signature. In base64url.
                 * @example AbC-_123
                 */
                signature: string;
                /**
                 * @description The user. In base64url.
                 * @example AbC-_123
                 */
                userHandle?: string;
            };
            /** @description Not used. */
            clientExtensionResults: Record<string, never>;
        };
        /** @description Rows of Passkey: all of them, or a page where the request asked for one. */
        PasskeyList: {
            /** @description Rows of Passkey: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Passkey"][];
        };
        /** @description The passkey cannot be added. */
        PasskeyRefusedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "passkey_refused";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "passkey_refused";
        };
        /** @description A second factor. */
        PasskeyRequest: {
            /**
             * @description The six digits that the authenticator app shows now. Each code works once.
             * @example 492039
             */
            code: string;
        };
        /** @description For `navigator.credentials.get`. */
        PasskeyRequestOptions: {
            /**
             * @description To be signed within five minutes, once. In base64url.
             * @example AbC-_123
             */
            challenge: string;
            /**
             * @description In milliseconds.
             * @example 300000
             */
            timeout: number;
            /**
             * @description The host name of the public URL.
             * @example desk.example.com
             */
            rpId: string;
            /**
             * @description By a PIN or a finger.
             * @enum {string}
             */
            userVerification: "required";
        };
        /** @description One PasskeyRequestOptions. */
        PasskeyRequestOptionsResponse: {
            data: components["schemas"]["PasskeyRequestOptions"];
        };
        /** @description One Passkey. */
        PasskeyResponse: {
            data: components["schemas"]["Passkey"];
        };
        /** @description The bounds of the payin total, in the payin currency. */
        PayinLimits: {
            /**
             * @description The smallest payin total, inclusive.
             * @example 10.00
             */
            min: string;
            /**
             * @description The largest payin total, inclusive.
             * @example 100000.00
             */
            max: string;
        };
        /** @description A settled payout came back. The desk holds the money until an operator decides. */
        PayoutReturnedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The payout.
             * @example po_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            payout_id: string;
            /**
             * @description The currency of the payout.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the payout.
             * @example 1000.00
             */
            amount: string;
        };
        /** @description A settled payout came back. The desk holds the money until an operator decides. */
        PayoutReturnedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.returned";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["PayoutReturnedData"];
        };
        /** @description A payout that had come back was paid again. */
        PayoutSettledData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The payout.
             * @example po_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            payout_id: string;
            /**
             * @description The currency of the payout.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the payout.
             * @example 1000.00
             */
            amount: string;
        };
        /** @description A payout that had come back was paid again. */
        PayoutSettledEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.settled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["PayoutSettledData"];
        };
        /**
         * @description PENDING: on its way. SETTLED: the beneficiary has it. REJECTED: the rail rejected it for good. RETURNED: it came back after it was settled.
         * @example SETTLED
         * @enum {string}
         */
        PayoutStatus: "PENDING" | "SETTLED" | "REJECTED" | "RETURNED";
        /**
         * @description What happened.
         * @example deposit
         * @enum {string}
         */
        Posting: "deposit" | "deposit_reversed" | "receivable" | "fill" | "fx_result" | "fill_unwound" | "payout" | "payout_rejected" | "payout_ended" | "payout_returned" | "refund" | "refund_returned" | "send_fee" | "small_amount" | "refund_fee" | "carry_over" | "movement";
        /** @description An amount that a customer asks for. */
        PreviewedAmount: {
            /**
             * @description The payin or payout currency of routes.
             * @example USDC
             */
            currency: string;
            /** @example 1000.00 */
            amount: string;
        };
        /**
         * @description What customers see of it.
         * @example appears
         * @enum {string}
         */
        PreviewedEffect: "appears" | "vanishes" | "changes";
        /** @description A price, as a quote would have it. */
        PreviewedPrice: {
            /**
             * @description It would convert.
             * @example ALPHA
             */
            liquidity_provider: string;
            /**
             * @description Payout currency per unit of payin currency.
             * @example 4237.25
             */
            exchange_rate: string;
            /**
             * @description The amount that the payer would send.
             * @example 1000.00
             */
            payin_total: string;
            /**
             * @description Part of the total.
             * @example 10.00
             */
            payin_fee: string;
            /**
             * @description Tax on the fee, part of the total.
             * @example 1.90
             */
            payin_tax: string;
            /**
             * @description The amount that the beneficiary would receive.
             * @example 4186826.72
             */
            payout_total: string;
        };
        /** @description What a customer who asks for an amount would get. */
        PreviewedQuote: {
            side: components["schemas"]["QuotedAmountSide"];
            /**
             * @description The amount asked for.
             * @example 1000.00
             */
            amount: string;
            /** @description Null if a quote would be refused. */
            price: components["schemas"]["PreviewedPrice"] | null;
            /** @description Why a quote would be refused. Null otherwise. */
            problem: string | null;
        };
        /** @description A route on which quotes differ. */
        PreviewedRoute: {
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description Its name.
             * @example Acme Payments
             */
            organization: string;
            /** @description Null if the file creates it. */
            route_id: string | null;
            /**
             * @description The name of the route.
             * @example USDC to COP
             */
            name: string;
            /**
             * @description The currency that the customer pays in.
             * @example USDC
             */
            payin_currency: string;
            /**
             * @description The currency that is paid out.
             * @example COP
             */
            payout_currency: string;
            effect: components["schemas"]["PreviewedEffect"];
            /** @description Null if there is no such route. */
            before: components["schemas"]["PreviewedTerms"] | null;
            after: components["schemas"]["PreviewedTerms"];
        };
        /** @description The terms of a route, and what they quote. */
        PreviewedTerms: {
            /** @description It takes no quotes. */
            is_disabled: boolean;
            /** @description Ranked. */
            liquidity_providers: string[];
            payin_limits: components["schemas"]["PayinLimits"];
            /** @description Bands of the payin amount, which is the payin total where the fee is taken out of it (inclusive), and what is converted where the fee is added to it (exclusive). */
            cost_tiers: components["schemas"]["CostTier"][];
            /**
             * Format: int32
             * @description Tax on the fee, in basis points of the fee.
             * @example 1900
             */
            tax_bps: number;
            fee_treatment: components["schemas"]["FeeTreatment"];
            estimated_settlement_time: components["schemas"]["SettlementTime"];
            /**
             * Format: int32
             * @description For so long a quote makes an order.
             * @example 1800
             */
            submission_seconds: number;
            /**
             * Format: int32
             * @description For so long the order can be funded.
             * @example 7200
             */
            funding_seconds: number;
            /** @description The route's own hours. The route trades when its own hours and those of its provider's pair are open. Without own hours, only the pair's hours count. */
            trading_hours: components["schemas"]["TradingHours"][];
            /** @description The instrument methods that this route accepts; empty means all. */
            inclusive_account_types: components["schemas"]["InstrumentMethod"][];
            /** @description On the UTC day of the instant, as an offering has them. Null if no provider trades the pair. */
            current_day_hours_of_operation: components["schemas"]["OfferingHours"] | null;
            /** @description The first instant, from the one of the preview on, at which the route is open. The quotes are of this instant. Null: never. */
            opens_at: string | null;
            /** @description At present rates. */
            quotes: components["schemas"]["PreviewedQuote"][];
        };
        /** @description Any problem. Tell them apart by `code`. */
        Problem: components["schemas"]["InvalidJsonProblem"] | components["schemas"]["DuplicateJsonKeyProblem"] | components["schemas"]["JsonTooDeepProblem"] | components["schemas"]["InvalidRequestProblem"] | components["schemas"]["UnknownFieldProblem"] | components["schemas"]["IdempotencyKeyInvalidProblem"] | components["schemas"]["DuplicateHeaderProblem"] | components["schemas"]["InvalidCursorProblem"] | components["schemas"]["NotFoundProblem"] | components["schemas"]["MethodNotAllowedProblem"] | components["schemas"]["NotAcceptableProblem"] | components["schemas"]["RequestTimeoutProblem"] | components["schemas"]["ReceiptNotAvailableProblem"] | components["schemas"]["TooManyApiKeysProblem"] | components["schemas"]["StatementUnreadableProblem"] | components["schemas"]["BodyTooLargeProblem"] | components["schemas"]["UnsupportedMediaTypeProblem"] | components["schemas"]["IdempotencyKeyReusedProblem"] | components["schemas"]["RateLimitedProblem"] | components["schemas"]["HeadersTooLargeProblem"] | components["schemas"]["InternalErrorProblem"] | components["schemas"]["DatabaseUnavailableProblem"] | components["schemas"]["ShuttingDownProblem"] | components["schemas"]["SignInFailedProblem"] | components["schemas"]["CodeWrongProblem"] | components["schemas"]["PasskeyRefusedProblem"] | components["schemas"]["EnrolmentFailedProblem"] | components["schemas"]["NotSignedInProblem"] | components["schemas"]["NotAdmittedProblem"] | components["schemas"]["RightMissingProblem"] | components["schemas"]["LabelTakenProblem"] | components["schemas"]["LoginTakenProblem"] | components["schemas"]["ActRefusedProblem"] | components["schemas"]["ActAlreadyDoneProblem"];
        /** @description Fields of every problem (RFC 9457). Some codes add facts, such as `limits`. */
        ProblemMembers: {
            /**
             * @description Address of the documentation of this error.
             * @example https://corridor.example/docs/errors#invalid_request
             */
            type: string;
            /**
             * @description The stable message.
             * @example The request does not have the documented form.
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             * @example 400
             */
            status: number;
            /**
             * @description Details of this case. The wording may change.
             * @example /quote_id is required
             */
            detail?: string;
            /**
             * @description The path of the request, without its query.
             * @example /v1/organizations/org_01jqe8m2x4fv5s0t6w7y8z9abc/orders
             */
            instance: string;
            code: components["schemas"]["ErrorCode"];
            /**
             * @description Also in the X-Request-Id header. Quote it when you ask for help.
             * @example req_5f0c9b1e7a3d2468ace01357
             */
            request_id: string;
            /** @description The fields at fault, if known. Only the first ones if there are many. */
            errors?: components["schemas"]["FieldError"][];
            /**
             * Format: int32
             * @description How many further errors there are. Absent when all are shown.
             * @example 3
             */
            more_errors?: number;
        };
        /** @description Who works on an item. */
        QueueAssignment: {
            /** @description Who is to work on it. Null gives it back to everybody. */
            assignee: string | null;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description A comment on an item of the queue. */
        QueueComment: {
            /**
             * @description Who wrote it.
             * @example user:ben
             */
            author: string;
            /**
             * @description What was written.
             * @example Asked the bank.
             */
            comment: string;
            /**
             * Format: date-time
             * @description When it was written, in real time.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description Rows of QueueComment: all of them, or a page where the request asked for one. */
        QueueCommentList: {
            /** @description Rows of QueueComment: all of them, or a page where the request asked for one. */
            data: components["schemas"]["QueueComment"][];
        };
        /** @description Something that needs a person; `kind` decides its facts. */
        QueueItem: components["schemas"]["ParkedOrderItem"] | components["schemas"]["UnmatchedDepositItem"] | components["schemas"]["DepositReturnItem"] | components["schemas"]["RailEntryItem"] | components["schemas"]["RefundItem"] | components["schemas"]["ReversalItem"] | components["schemas"]["OrganizationHoldItem"] | components["schemas"]["InstrumentHoldItem"] | components["schemas"]["ScreeningHitItem"] | components["schemas"]["UnansweredScreeningItem"] | components["schemas"]["ReturnedPayoutItem"] | components["schemas"]["BalanceDifferenceItem"] | components["schemas"]["LowLiquidityItem"] | components["schemas"]["StaleRateItem"] | components["schemas"]["WebhookDisabledItem"] | components["schemas"]["HaltItem"] | components["schemas"]["ApprovalItem"] | components["schemas"]["InformationRequestItem"] | components["schemas"]["ReconciliationDifferenceItem"] | components["schemas"]["NewUserItem"] | components["schemas"]["StrayItem"];
        /** @description Rows of QueueItem: all of them, or a page where the request asked for one. */
        QueueItemList: {
            /** @description Rows of QueueItem: all of them, or a page where the request asked for one. */
            data: components["schemas"]["QueueItem"][];
        };
        /** @description One QueueItem. */
        QueueItemResponse: {
            data: components["schemas"]["QueueItem"];
        };
        /**
         * @description Only items of this kind.
         * @enum {string}
         */
        QueueKind: "parked_order" | "unmatched_deposit" | "deposit_return" | "rail_entry" | "refund" | "reversal" | "organization_hold" | "instrument_hold" | "screening_hit" | "unanswered_screening" | "returned_payout" | "balance_difference" | "low_liquidity" | "stale_rate" | "webhook_disabled" | "halt" | "approval" | "information_request" | "reconciliation_difference" | "new_user" | "stray";
        /** @description Until when an item is hidden. */
        QueueSnooze: {
            /** @description When it is shown again, at most 30 days ahead. Null shows it now. */
            until: string | null;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description Events that were queued. */
        QueuedEvents: {
            /**
             * Format: int32
             * @description How many events are sent.
             * @example 1
             */
            queued: number;
        };
        /** @description One QueuedEvents. */
        QueuedEventsResponse: {
            data: components["schemas"]["QueuedEvents"];
        };
        /**
         * @description Which amount the customer asks for.
         * @example payin
         * @enum {string}
         */
        QuotedAmountSide: "payin" | "payout";
        /** @description An entry of a rail that could not be taken up. */
        RailEntry: {
            /**
             * @description The entry.
             * @example entry_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The rail.
             * @example bank:mxn
             */
            rail: string;
            /**
             * @description What it reports: `deposit`, `return`, `reversal` or `invalid`.
             * @example return
             */
            kind: string;
            /**
             * @description The transaction.
             * @example 20260302-0001
             */
            transaction: string;
            /**
             * @description Its place in the transaction.
             * @example 0
             */
            index: number;
            /** @description The amount. Null if the rail told none that can be read. */
            amount: components["schemas"]["Money"] | null;
            /** @description The key or reference of the payment that it says came back, or the transaction that it takes back. */
            key: string | null;
            /**
             * Format: date-time
             * @description When the rail reported it.
             * @example 2026-03-02T14:05:09.120Z
             */
            reported_at: string;
            /**
             * Format: int32
             * @description How often the service tried to take it up.
             * @example 3
             */
            attempts: number;
            /** @description Why it waits. Null if it does not. */
            problem: string | null;
            /** @description `dismissed` or `deposit`. */
            decision: string | null;
            /** @description When an operator decided. */
            decided_at: string | null;
        };
        /** @description An entry of a rail that cannot be taken up. */
        RailEntryFacts: {
            /**
             * @description The rail.
             * @example spei
             */
            rail: string;
            /**
             * @description `deposit`, `return`, `reversal` or `invalid`.
             * @example return
             */
            reports: string;
            /**
             * @description The transaction.
             * @example 20260302-0001
             */
            transaction: string;
            /**
             * Format: int32
             * @description Its place in the transaction.
             * @example 0
             */
            index: number;
            /** @description The amount. Null if none can be read. */
            amount: components["schemas"]["Money"] | null;
            /** @description What it says came back, or was taken back. */
            key: string | null;
            /**
             * @description Why it cannot be taken up.
             * @example the returned payout or refund is not known
             */
            problem: string;
            /**
             * Format: int32
             * @description How often it was tried.
             * @example 5
             */
            attempts: number;
        };
        /** @description An item of kind rail_entry. */
        RailEntryItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "rail_entry";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["RailEntryFacts"];
        };
        /** @description Rows of RailEntry: all of them, or a page where the request asked for one. */
        RailEntryList: {
            /** @description Rows of RailEntry: all of them, or a page where the request asked for one. */
            data: components["schemas"]["RailEntry"][];
        };
        /** @description One RailEntry. */
        RailEntryResponse: {
            data: components["schemas"]["RailEntry"];
        };
        /** @description A volume limit that is raised for a while. */
        RaisedVolumeLimit: {
            /**
             * @description The limited instrument. Without it, the limit of the organization.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            external_payment_instrument_id?: string;
            /**
             * @description The currency of the limit.
             * @example USDC
             */
            currency: string;
            period: components["schemas"]["VolumePeriod"];
            /**
             * @description What may be ordered in the period meanwhile.
             * @example 100000.00
             */
            amount: string;
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. The usual limit applies again from then on.
             * @example 2026-03-31T00:00:00Z
             */
            until: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description Too many requests. */
        RateLimitedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 429;
            /**
             * @description The error.
             * @constant
             */
            code: "rate_limited";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "rate_limited";
        };
        /** @description Why an operator acts. */
        Reason: {
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description The order has no receipt. */
        ReceiptNotAvailableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "receipt_not_available";
            /** @description The current status of the order. */
            current_status: components["schemas"]["OrderStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "receipt_not_available";
        };
        /** @description How many lines were compared. */
        ReconciledLines: {
            /**
             * Format: int32
             * @description Lines of the statement.
             * @example 812
             */
            there: number;
            /**
             * Format: int32
             * @description Lines among them that an earlier statement had.
             * @example 0
             */
            known: number;
            /**
             * Format: int32
             * @description Lines of the ledger that were compared.
             * @example 815
             */
            here: number;
        };
        /** @description A statement that was compared with the ledger. */
        Reconciliation: {
            /**
             * @description The reconciliation.
             * @example rcn_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description An account of the ledger.
             * @example rail:spei
             */
            account: string;
            /**
             * @description The currency.
             * @example MXN
             */
            currency: string;
            /**
             * @description What the statement was.
             * @example camt.053
             * @enum {string}
             */
            format: "camt.053" | "csv" | "chain";
            /**
             * Format: date
             * @description The first day.
             * @example 2026-03-01
             */
            period_from: string;
            /**
             * Format: date
             * @description The last day.
             * @example 2026-03-31
             */
            period_to: string;
            /**
             * Format: int32
             * @description How many days the two sides may book a line apart.
             * @example 3
             */
            tolerance_days: number;
            lines: components["schemas"]["ReconciledLines"];
            matched: components["schemas"]["MatchedLines"];
            /**
             * Format: int32
             * @description Lines of the ledger that the next statement may have.
             * @example 4
             */
            cut_off: number;
            /**
             * @description How many differences of each kind it showed first.
             * @example {
             *       "missing_here": 2
             *     }
             */
            differences: {
                [key: string]: number;
            };
            /**
             * Format: int32
             * @description Those that nobody has closed.
             * @example 2
             */
            open_differences: number;
            /**
             * @description As in the audit trail.
             * @example user:ben
             */
            actor: string;
            /**
             * @description Why.
             * @example The statement of March.
             */
            reason: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description What a statement and the ledger do not agree on. */
        ReconciliationDifferenceFacts: {
            /**
             * @description The reconciliation that showed it first.
             * @example rcn_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            reconciliation_id: string;
            /**
             * @description An account of the ledger.
             * @example rail:spei
             */
            account: string;
            /**
             * @description The currency.
             * @example MXN
             */
            currency: string;
            difference: components["schemas"]["DifferenceKind"];
            /**
             * @description What the statement has less what the ledger has.
             * @example -12.50
             */
            amount: string;
            /** @description Lines of the statement: at most 20. */
            there: components["schemas"]["StatementLine"][];
            /** @description Lines of the ledger: at most 20. */
            here: components["schemas"]["LedgerLine"][];
        };
        /** @description An item of kind reconciliation_difference. */
        ReconciliationDifferenceItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "reconciliation_difference";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["ReconciliationDifferenceFacts"];
        };
        /** @description Rows of Reconciliation: all of them, or a page where the request asked for one. */
        ReconciliationList: {
            /** @description Rows of Reconciliation: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Reconciliation"][];
        };
        /** @description One Reconciliation. */
        ReconciliationResponse: {
            data: components["schemas"]["Reconciliation"];
        };
        /** @description An outcome at a rail that an operator recorded. */
        RecordedOutcome: {
            /**
             * @description The idempotency key at the rail.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            key: string;
            /**
             * @description What the operator recorded.
             * @example settled
             * @enum {string}
             */
            outcome: "settled" | "rejected";
            /**
             * @description What shows it.
             * @example statement of 2 March, line 14
             */
            evidence: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-03-02T14:05:09.120Z
             */
            recorded_at: string;
            /** @description What the rail said later. Null before. */
            answer_of_the_rail: ("settled" | "rejected") | null;
            /** @description When the rail said it. */
            answered_at: string | null;
        };
        /** @description A status and when it began. */
        RecordedStatus: {
            /** @description The status. */
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description An item of kind refund. */
        RefundItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "refund";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["WaitingRefundFacts"];
        };
        /**
         * @description Why the money goes back.
         * @example excess
         * @enum {string}
         */
        RefundReason: "funding_expired" | "cancelled" | "excess" | "extra" | "late" | "wrong_asset" | "declined" | "payout_rejected" | "payout_ended" | "payout_returned" | "retry_leftover" | "collected";
        /**
         * @description PENDING: not yet sent. SENT: on its way. PROCESSED: it arrived. FAILED: an operator looks at it. KEPT: it is too small to be sent; ask the desk for it. COLLECTED: another refund pays it back. WRITTEN_OFF: it is too small, and the desk keeps it.
         * @example PROCESSED
         * @enum {string}
         */
        RefundStatus: "PENDING" | "SENT" | "PROCESSED" | "FAILED" | "KEPT" | "COLLECTED" | "WRITTEN_OFF";
        /** @description A refund was created or its status changed. */
        RefundUpdatedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The refund.
             * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            refund_id: string;
            /**
             * @description The currency of the refund.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the refund.
             * @example 1000.00
             */
            amount: string;
            reason: components["schemas"]["RefundReason"];
            status: components["schemas"]["RefundStatus"];
        };
        /** @description A refund was created or its status changed. */
        RefundUpdatedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["RefundUpdatedData"];
        };
        /**
         * @description What it waits for.
         * @example destination
         * @enum {string}
         */
        RefundWaitsFor: "destination" | "release" | "rail" | "outflow_limit" | "liquidity" | "screening";
        /** @description A deposit that is not held any more. */
        ReleasedDeposit: {
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            deposit_id: string;
            /**
             * @description What became of it, for people.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc is released and will be credited.
             */
            outcome: string;
        };
        /** @description One ReleasedDeposit. */
        ReleasedDepositResponse: {
            data: components["schemas"]["ReleasedDeposit"];
        };
        /** @description The request took too long to arrive. */
        RequestTimeoutProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 408;
            /**
             * @description The error.
             * @constant
             */
            code: "request_timeout";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "request_timeout";
        };
        /** @description Why the halt ends. */
        Resume: {
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
            /** @description Sends that the rail listed after a restore, and that no order of the database made or owes. The halt ends only when each listed send without a key is named here, or recorded. */
            of_no_order?: string[];
        };
        /**
         * @description The outcome.
         * @example settled
         * @enum {string}
         */
        ReturnOutcome: "settled" | "rejected";
        /** @description A settled payout that came back, or a part of it. */
        ReturnedPayoutFacts: {
            /**
             * @description The reference number of the order.
             * @example CO-20260302-7KQ2M4XZ
             */
            reference_number: string;
            /** @description The amount. */
            amount: components["schemas"]["Money"];
            /** @description What came back so far. */
            returned: components["schemas"]["Money"];
            /**
             * @description The rail.
             * @example spei
             */
            rail: string;
            /**
             * @description The reason of the rail.
             * @example AC04
             */
            code: string;
        };
        /** @description An item of kind returned_payout. */
        ReturnedPayoutItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "returned_payout";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["ReturnedPayoutFacts"];
        };
        /** @description An order whose deposit was taken back. */
        ReversalFacts: {
            /**
             * @description The present status of the order.
             * @example STEP_3_SETTLING_PAYOUT
             */
            status: string;
            /** @description The payer's debt to the desk. */
            owed: components["schemas"]["Money"];
            /** @description What the order lacks. Null for another currency than its payin. */
            short: components["schemas"]["Money"] | null;
            /** @description The deposits that were taken back. */
            deposits: string[];
        };
        /** @description An item of kind reversal. */
        ReversalItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "reversal";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["ReversalFacts"];
        };
        /** @description Which debt, and why. */
        ReversalSettlement: {
            /**
             * @description The currency that is owed.
             * @example USDC
             */
            currency: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description A deposit that its rail took back. */
        ReversedDeposit: {
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            deposit_id: string;
            /**
             * @description Its rail.
             * @example evm:base
             */
            rail: string;
            /**
             * @description Its transaction.
             * @example tx-1
             */
            transaction: string;
            /**
             * @description A code of the rail.
             * @example R01
             */
            code: string;
        };
        /** @description The role may not do this. */
        RightMissingProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 403;
            /**
             * @description The error.
             * @constant
             */
            code: "right_missing";
            /** @description The role of the caller. */
            role: components["schemas"]["OperatorRole"];
            /** @description The roles that may do this. */
            roles_with_the_right: components["schemas"]["OperatorRole"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "right_missing";
        };
        /** @description A question to the screeners. */
        ScreeningFacts: {
            /**
             * @description The key of the question to the screeners.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            key: string;
            /**
             * @description `asking`, `hold` or `reject`.
             * @example hold
             */
            state: string;
            /** @description The screener that stopped it. Null before its answer. */
            screener: string | null;
            /** @description The reason of the screener. Null before its answer. */
            reason: string | null;
            /**
             * @description What was asked about: `deposit`, `payout` or `refund`.
             * @example deposit
             */
            screened: string;
            /**
             * Format: int32
             * @description How often the screeners were asked.
             * @example 3
             */
            attempts: number;
            /** @description The amount. */
            amount: components["schemas"]["Money"] | null;
            /** @description Null if it belongs to no order yet. */
            reference_number: string | null;
        };
        /** @description An answer of a screener. */
        ScreeningHit: {
            /**
             * @description The key of the question to the screeners.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            key: string;
            /**
             * @description `asking`, `hold` or `reject`.
             * @example hold
             */
            state: string;
            /** @description The screener that stopped it. Null before its answer. */
            screener: string | null;
            /** @description The reason of the screener. Null before its answer. */
            reason: string | null;
        };
        /** @description An item of kind screening_hit. */
        ScreeningHitItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "screening_hit";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["ScreeningFacts"];
        };
        /** @description Something that was found. */
        SearchResult: {
            kind: components["schemas"]["FoundKind"];
            /**
             * @description Its identifier.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            matched: components["schemas"]["Matched"];
            /** @description Null for money in suspense. */
            enterprise_id: string | null;
            /** @description Null if it has none. */
            organization_id: string | null;
            /** @description Null if it belongs to none. */
            order_id: string | null;
        };
        /** @description Rows of SearchResult: all of them, or a page where the request asked for one. */
        SearchResultList: {
            /** @description Rows of SearchResult: all of them, or a page where the request asked for one. */
            data: components["schemas"]["SearchResult"][];
        };
        /** @description What was sent. */
        SentBefore: {
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
            /**
             * @description The idempotency key, as the list of unknown sends has it.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1
             */
            key: string;
            /**
             * @description The rail. Not needed if it lists the send.
             * @example evm:base
             */
            rail?: string;
            /**
             * @description The rail's reference. Not needed if it lists the send with its key.
             * @example 0x5f…
             */
            reference?: string;
            /**
             * @description The provider's reference of the order's conversion, if the provider lists it without a key.
             * @example trade-17
             */
            fill?: string;
        };
        /** @description Instruments that a rail serves. */
        ServedMethod: {
            method: components["schemas"]["InstrumentMethod"];
            /** @description The currencies. */
            currencies: string[];
        };
        /** @description A signed-in user. */
        Session: {
            /**
             * @description Send it as `Authorization: Bearer cs_…`. It is shown only here.
             * @example cs_…
             */
            token: string;
            /**
             * Format: date-time
             * @description When the session ends. It ends earlier after an hour without a request.
             * @example 2026-03-02T14:05:09.120Z
             */
            expires_at: string;
            user: components["schemas"]["User"];
        };
        /** @description One Session. */
        SessionResponse: {
            data: components["schemas"]["Session"];
        };
        /**
         * @description Days after funding.
         * @example T+0
         * @enum {string}
         */
        SettlementTime: "T+0" | "T+1" | "T+2";
        /** @description An account that several organizations have. */
        SharedAccount: {
            /** @description The instruments of the account, at most 200, oldest first. */
            instruments: components["schemas"]["MatchedInstrument"][];
        };
        /** @description Rows of SharedAccount: all of them, or a page where the request asked for one. */
        SharedAccountList: {
            /** @description Rows of SharedAccount: all of them, or a page where the request asked for one. */
            data: components["schemas"]["SharedAccount"][];
        };
        /** @description The service is shutting down. */
        ShuttingDownProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 503;
            /**
             * @description The error.
             * @constant
             */
            code: "shutting_down";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "shutting_down";
        };
        /** @description The login, the password or the code is wrong. */
        SignInFailedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 401;
            /**
             * @description The error.
             * @constant
             */
            code: "sign_in_failed";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "sign_in_failed";
        };
        /** @description The end of a session. */
        SignOut: {
            /** @description When the session ended. Null for a key. */
            ended_at: string | null;
        };
        /** @description One SignOut. */
        SignOutResponse: {
            data: components["schemas"]["SignOut"];
        };
        /**
         * @description Deposits that were not credited, or refunds.
         * @example deposits
         * @enum {string}
         */
        SmallAmountKind: "deposits" | "refunds";
        /**
         * @description kept: the desk holds it. collected: another refund pays it back. written_off: the desk keeps it. assigned, booked, returned: an operator decided about a kept deposit.
         * @example kept
         * @enum {string}
         */
        SmallAmountState: "kept" | "collected" | "written_off" | "assigned" | "booked" | "returned";
        /** @description Small deposits or refunds at a rail, added up. */
        SmallAmounts: {
            /**
             * @description Where the money came in.
             * @example evm:base
             */
            rail: string;
            kind: components["schemas"]["SmallAmountKind"];
            state: components["schemas"]["SmallAmountState"];
            /**
             * Format: int32
             * @description How many.
             * @example 3
             */
            count: number;
            amount: components["schemas"]["Money"];
        };
        /** @description Rows of SmallAmounts: all of them, or a page where the request asked for one. */
        SmallAmountsList: {
            /** @description Rows of SmallAmounts: all of them, or a page where the request asked for one. */
            data: components["schemas"]["SmallAmounts"][];
        };
        /**
         * @description Whether to list snoozed items. The default is `false`.
         * @enum {string}
         */
        Snoozed: "false" | "true" | "any";
        /**
         * @description A currency that SOLANA_ADDRESS carries.
         * @example USDC
         * @enum {string}
         */
        SolanaAddressCurrency: "USDC" | "USDT" | "EURC";
        /**
         * @description A wallet on Solana. Carries USDC, USDT, EURC. A field that was not sent is an empty string.
         * @example {
         *       "address": "7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q"
         *     }
         */
        SolanaAddressDetails: {
            /**
             * @description The wallet: 32 bytes in base58.
             * @example 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q
             */
            address: string;
        };
        /** @description A wallet on Solana. Carries USDC, USDT, EURC. */
        SolanaAddressInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /** @description The currency of the instrument. */
            currency: components["schemas"]["SolanaAddressCurrency"];
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "SOLANA_ADDRESS";
            details: components["schemas"]["SolanaAddressDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description A pair without a fresh rate. */
        StaleRate: {
            /**
             * @description The provider.
             * @example ALPHA
             */
            provider: string;
            /**
             * @description The pair.
             * @example USDC-MXN
             */
            pair: string;
            /** @description When the last rate arrived. Null if none has arrived since the worker started. */
            last_rate_at: string | null;
        };
        /** @description An item of kind stale_rate. */
        StaleRateItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "stale_rate";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["StaleRate"];
        };
        /** @description A camt.053 (versions .02, .04, .06 or .08), or CSV with one row of names. At most 128 MiB. */
        StatementFile: string;
        /** @description A line of the statement. */
        StatementLine: {
            /**
             * Format: int32
             * @description Its position in the file, from 1. The file has its texts.
             * @example 17
             */
            line: number;
            /**
             * @description Why it could not be read. Then it has nothing else.
             * @example has no date of booking
             */
            why?: string;
            /**
             * Format: date
             * @description The day.
             * @example 2026-03-02
             */
            date?: string;
            /**
             * @description The currency.
             * @example MXN
             */
            currency?: string;
            /**
             * @description Negative: the account paid it.
             * @example -12.50
             */
            amount?: string;
            /** @description Identifiers of the line, and numbers of orders. */
            references?: string[];
        };
        /** @description A movement of an account. */
        StatementMovement: {
            /**
             * @description The transfer of the ledger.
             * @example 4711
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was posted.
             * @example 2026-03-02T14:05:09.120Z
             */
            posted_at: string;
            posting: components["schemas"]["Posting"];
            /**
             * @description The currency.
             * @example USDC
             */
            currency: string;
            /**
             * @description What the balance changed by. Negative if it became less.
             * @example 1000.00
             */
            amount: string;
            /**
             * @description The other account of the transfer.
             * @example rail:sandbox
             */
            counter_account: string;
            /** @description Whose order it is. */
            organization_id: string | null;
            /** @description The order. Null without one. */
            order_id: string | null;
            /** @description The deposit that moved. */
            deposit_id: string | null;
            /** @description The payout that moved or cost a fee. */
            payout_id: string | null;
            /** @description The refund that moved. */
            refund_id: string | null;
            /** @description The movement of the desk's own money. */
            movement_id: string | null;
        };
        /** @description One currency of a statement. */
        StatementTotals: {
            /**
             * @description The currency.
             * @example USDC
             */
            currency: string;
            /**
             * @description Before the first movement of the period.
             * @example 1000.00
             */
            opening_balance: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            debits: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            credits: string;
            /**
             * @description After the last movement of the period.
             * @example 1000.00
             */
            closing_balance: string;
            /**
             * Format: int32
             * @description How many movements the period has.
             * @example 12
             */
            movements: number;
        };
        /** @description The statement cannot be read. */
        StatementUnreadableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "statement_unreadable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "statement_unreadable";
        };
        /** @description A coin or token at a deposit address that is no deposit. */
        Stray: {
            /**
             * @description The stray.
             * @example str_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            status: components["schemas"]["StrayStatus"];
            /**
             * @description The rail.
             * @example evm:base
             */
            rail: string;
            /**
             * @description The deposit address.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            account: string;
            /**
             * @description The order that shows the address.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description `native` for the coin of the chain, or the contract or mint.
             * @example native
             */
            asset: string;
            /**
             * @description Its name in the settings of the rail. It is no currency of the desk.
             * @example ETH
             */
            symbol: string;
            /**
             * @description How much of it is there.
             * @example 0.25
             */
            amount: string;
            /** @description Why the last return moved nothing, or cannot be sent now. Null without a problem. */
            problem: string | null;
            /**
             * Format: date-time
             * @description When it was first seen.
             * @example 2026-03-02T14:05:09.120Z
             */
            seen_at: string;
            /** @description When it ended. Null: it did not. */
            ended_at: string | null;
            /**
             * Format: int32
             * @description How often its return was tried.
             * @example 1
             */
            attempts: number;
            /** @description Of its return. */
            reference: string | null;
        };
        /** @description A coin or token at a deposit address that is no deposit. */
        StrayFacts: {
            /**
             * @description The rail.
             * @example evm:base
             */
            rail: string;
            /**
             * @description The deposit address.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            account: string;
            /**
             * @description The order that shows the address.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description `native` for the coin of the chain, or the contract or mint.
             * @example native
             */
            asset: string;
            /**
             * @description Its name in the settings of the rail. It is no currency of the desk.
             * @example ETH
             */
            symbol: string;
            /**
             * @description How much of it is there.
             * @example 0.25
             */
            amount: string;
            /** @description Why the last return moved nothing, or cannot be sent now. Null without a problem. */
            problem: string | null;
        };
        /** @description An item of kind stray. */
        StrayItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "stray";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["StrayFacts"];
        };
        /** @description Rows of Stray: all of them, or a page where the request asked for one. */
        StrayList: {
            /** @description Rows of Stray: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Stray"][];
        };
        /** @description One Stray. */
        StrayResponse: {
            data: components["schemas"]["Stray"];
        };
        /** @description Where it goes, and why. */
        StrayReturn: {
            /**
             * @description The address.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            to: string;
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /**
         * @description OPEN: an operator decides. RETURNING: the return is under way. GONE: the address does not hold it any more.
         * @example OPEN
         * @enum {string}
         */
        StrayStatus: "OPEN" | "RETURNING" | "RETURNED" | "DISMISSED" | "GONE";
        /** @description An order that a deposit may belong to. */
        SuggestedOrder: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description The reference number of the order.
             * @example CO-20260302-7KQ2M4XZ
             */
            reference_number: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /**
             * @description Its name.
             * @example Acme SA
             */
            organization_name: string;
            /**
             * @description `number`: the payer wrote the number of the order. `part_of_number`: a part of it, with mistakes. `amount`: the order awaits this amount at this account. `account`: few orders had the account.
             * @example part_of_number
             */
            reason: string;
            /**
             * Format: int32
             * @description How likely it is, from 0 to 100.
             * @example 80
             */
            score: number;
            /**
             * @description The present status of the order.
             * @example STEP_1_AWAITING_FUNDING
             */
            status: string;
            /** @description The payin total. */
            payin: components["schemas"]["Money"];
            /** @description What the order has received. */
            received: components["schemas"]["Money"];
        };
        /**
         * @description booked: it is the desk's own money. written_off: nobody claimed it. returned: it goes or went back to its sender.
         * @example booked
         * @enum {string}
         */
        SuspenseExit: "booked" | "written_off" | "returned";
        /** @description Money that goes from deposit accounts to the payer of a rail. */
        Sweep: {
            /**
             * @description The sweep.
             * @example swp_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Its status.
             * @example OPEN
             */
            status: string;
            /**
             * @description Its rail.
             * @example evm:base
             */
            rail: string;
            /**
             * @description What it moves.
             * @example deposits
             */
            kind: string;
            amount: components["schemas"]["Money"];
            /**
             * @description The account that it empties.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            account: string;
            /**
             * Format: date-time
             * @description When it was decided.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description How often it was tried.
             * @example 1
             */
            attempts: number;
            /** @description How it ended, or why it has not. Null if nothing is known. */
            outcome: string | null;
        };
        /** @description Rows of Sweep: all of them, or a page where the request asked for one. */
        SweepList: {
            /** @description Rows of Sweep: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Sweep"][];
        };
        /** @description The enterprise has reached its limit of working API keys. */
        TooManyApiKeysProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "too_many_api_keys";
            /**
             * Format: int32
             * @description The limit.
             * @example 20
             */
            limit: number;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "too_many_api_keys";
        };
        /** @description Hours of one day of the week. */
        TradingHours: {
            /**
             * Format: int32
             * @description 0 Sunday to 6 Saturday.
             * @example 1
             */
            day_of_week: number;
            /**
             * @description HH:MM in the time zone.
             * @example 08:00
             */
            start_time: string;
            /**
             * @description HH:MM, exclusive. An end at or before the start is on the next day.
             * @example 17:00
             */
            end_time: string;
            /**
             * @description A time zone of the IANA database.
             * @example America/Bogota
             */
            timezone: string;
        };
        /** @description Originator and beneficiary of transfers from or to a wallet, with the field names of IVMS101. */
        TravelRuleContent: {
            originator: components["schemas"]["Originator"];
            beneficiary: components["schemas"]["Beneficiary"];
        };
        /** @description A record of originator and beneficiary. */
        TravelRuleRecord: {
            /**
             * @description The record.
             * @example trr_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The wallet.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            external_payment_instrument_id: string;
            /**
             * Format: date-time
             * @description When it was given.
             * @example 2026-03-02T14:05:09.120Z
             */
            recorded_at: string;
            /** @description The content, decrypted. */
            content: components["schemas"]["TravelRuleContent"];
        };
        /** @description One TravelRuleRecord. */
        TravelRuleRecordResponse: {
            data: components["schemas"]["TravelRuleRecord"];
        };
        /** @description An item of kind unanswered_screening. */
        UnansweredScreeningItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "unanswered_screening";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["ScreeningFacts"];
        };
        /** @description A problem with the HTTP status 401. */
        UnauthenticatedProblem: components["schemas"]["SignInFailedProblem"] | components["schemas"]["EnrolmentFailedProblem"] | components["schemas"]["NotSignedInProblem"];
        /** @description A problem with the HTTP status 503. */
        UnavailableProblem: components["schemas"]["DatabaseUnavailableProblem"] | components["schemas"]["ShuttingDownProblem"];
        /** @description The request has an unknown field. */
        UnknownFieldProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "unknown_field";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "unknown_field";
        };
        /** @description A conversion that only the provider knows. */
        UnknownFill: {
            /**
             * @description The provider's own name of it.
             * @example trade-17
             */
            reference: string;
            /** @description The idempotency key, which begins with the order. Null if the provider does not tell it. */
            key: string | null;
            /**
             * @description The currency that was sold.
             * @example USDC
             */
            payin_currency: string;
            /** @description The amount that was sold. Null as long as the outcome is open. */
            sold_amount: string | null;
            /**
             * @description The currency that was bought.
             * @example MXN
             */
            payout_currency: string;
            /** @description The amount that was bought. Null as long as the outcome is open. */
            delivered_amount: string | null;
            /**
             * @description Whether the database knows it by now: an operator recorded it, or the service sent under its key again.
             * @example false
             */
            is_put_right: boolean;
        };
        /** @description Rows of UnknownFill: all of them, or a page where the request asked for one. */
        UnknownFillList: {
            /** @description Rows of UnknownFill: all of them, or a page where the request asked for one. */
            data: components["schemas"]["UnknownFill"][];
        };
        /** @description A payout or refund that only the rail knows. */
        UnknownSend: {
            /**
             * @description The rail's own name of it.
             * @example 0x5f…
             */
            reference: string;
            /** @description The idempotency key, which begins with the order. Null if the rail does not tell it. */
            key: string | null;
            /**
             * @description The currency.
             * @example COP
             */
            currency: string;
            /** @description The amount. Null if the rail does not have it any more. */
            amount: string | null;
            /**
             * @description Whether the database knows it by now: an operator recorded it, or the service sent under its key again.
             * @example false
             */
            is_put_right: boolean;
        };
        /** @description Rows of UnknownSend: all of them, or a page where the request asked for one. */
        UnknownSendList: {
            /** @description Rows of UnknownSend: all of them, or a page where the request asked for one. */
            data: components["schemas"]["UnknownSend"][];
        };
        /** @description Money that belongs to no order. */
        UnmatchedDepositFacts: {
            /**
             * @description The rail.
             * @example spei
             */
            rail: string;
            /**
             * @description The transaction at the rail.
             * @example 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed
             */
            transaction: string;
            /**
             * Format: int32
             * @description The position in the transaction.
             * @example 0
             */
            output_index: number;
            /**
             * @description The account or address that received it.
             * @example 646180110400000007
             */
            address: string;
            /** @description The amount. */
            amount: components["schemas"]["Money"];
            /** @description The known counterparty of the operator file that sent it. Null for none. */
            counterparty: string | null;
            /** @description The likeliest order first. */
            suggestions: components["schemas"]["SuggestedOrder"][];
        };
        /** @description An item of kind unmatched_deposit. */
        UnmatchedDepositItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "unmatched_deposit";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["UnmatchedDepositFacts"];
        };
        /** @description A problem with the HTTP status 422. */
        UnprocessableProblem: components["schemas"]["StatementUnreadableProblem"] | components["schemas"]["IdempotencyKeyReusedProblem"] | components["schemas"]["CodeWrongProblem"] | components["schemas"]["PasskeyRefusedProblem"];
        /** @description The body must be uncompressed application/json. */
        UnsupportedMediaTypeProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 415;
            /**
             * @description The error.
             * @constant
             */
            code: "unsupported_media_type";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "unsupported_media_type";
        };
        /** @description A person who uses the operator API. */
        User: {
            /**
             * @description What the user signs in with, in lower case.
             * @example ben
             */
            login: string;
            role: components["schemas"]["OperatorRole"];
            /** @description The enterprises whose data is seen. Null for all. */
            enterprise_ids: string[] | null;
            status: components["schemas"]["UserStatus"];
            /** @description When the enrolment token expires. Null when enrolled. */
            enrolment_expires_at: string | null;
            /** @description When the user last enrolled. Null before. */
            enrolled_at: string | null;
            /** @description When an admin admitted the user after the enrolment. Null before. */
            admitted_at: string | null;
            /** @description Whether the user may do nothing before an admin has admitted the user. */
            needs_admission: boolean;
            /**
             * Format: date-time
             * @description When the user was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description What of a user changes. */
        UserChange: {
            role?: components["schemas"]["OperatorRole"];
            /** @description The enterprises whose data is seen. Null for all. */
            enterprise_ids?: string[] | null;
            /** @description Whether the user is kept from signing in. */
            is_disabled?: boolean;
            keys?: components["schemas"]["KeysOfUser"];
            /**
             * @description Why, for the audit trail.
             * @example Asked for by telephone.
             */
            reason: string;
        };
        /** @description Rows of User: all of them, or a page where the request asked for one. */
        UserList: {
            /** @description Rows of User: all of them, or a page where the request asked for one. */
            data: components["schemas"]["User"][];
        };
        /** @description One User. */
        UserResponse: {
            data: components["schemas"]["User"];
        };
        /**
         * @description Whether the user can sign in.
         * @example ACTIVE
         * @enum {string}
         */
        UserStatus: "INVITED" | "ACTIVE" | "DISABLED";
        /** @description What was found about an organization or instrument. */
        Verification: {
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /** @description The instrument. Null: the organization itself. */
            external_payment_instrument_id: string | null;
            /** @description What was found. */
            state: components["schemas"]["VerificationState"];
            /**
             * @description Why.
             * @example Register and passport seen.
             */
            reason: string;
            /**
             * @description Who decided.
             * @example user:ana
             */
            actor: string;
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-02T14:05:09.120Z
             */
            changed_at: string;
        };
        /** @description Rows of Verification: all of them, or a page where the request asked for one. */
        VerificationList: {
            /** @description Rows of Verification: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Verification"][];
        };
        /** @description One Verification. */
        VerificationResponse: {
            data: components["schemas"]["Verification"];
        };
        /**
         * @description pending: nobody has decided. verified: it is who or what it says. rejected: it is not.
         * @example verified
         * @enum {string}
         */
        VerificationState: "pending" | "verified" | "rejected";
        /**
         * @description How it came about.
         * @example apply
         * @enum {string}
         */
        VersionKind: "apply" | "rollback";
        /**
         * @description Whether it waits for its instant, became effective, was withdrawn, or conflicted at its instant.
         * @example pending
         * @enum {string}
         */
        VersionStatus: "pending" | "effective" | "withdrawn" | "refused";
        /** @description A limit for the payin totals of the orders that are created in a period. */
        VolumeLimit: {
            /** @description The payin instrument that is limited. Null for a limit of the whole organization. */
            external_payment_instrument_id: string | null;
            /**
             * @description The payin currency that it limits.
             * @example USDC
             */
            currency: string;
            period: components["schemas"]["VolumePeriod"];
            /**
             * @description The most that may be ordered in the period.
             * @example 50000.00
             */
            limit: string;
            /** @description The desk raised `limit` until then. Null if it is the usual one. */
            raised_until: string | null;
            /**
             * @description What was ordered in the current period.
             * @example 12000.00
             */
            used: string;
            /**
             * @description What may still be ordered in it.
             * @example 38000.00
             */
            remaining: string;
            /**
             * Format: date-time
             * @description When the current period began.
             * @example 2026-03-02T14:05:09.120Z
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description When the next period begins.
             * @example 2026-03-02T14:05:09.120Z
             */
            ends_at: string;
        };
        /** @description Rows of VolumeLimit: all of them, or a page where the request asked for one. */
        VolumeLimitList: {
            /** @description Rows of VolumeLimit: all of them, or a page where the request asked for one. */
            data: components["schemas"]["VolumeLimit"][];
        };
        /** @description One VolumeLimit. */
        VolumeLimitResponse: {
            data: components["schemas"]["VolumeLimit"];
        };
        /**
         * @description What it limits: a day or a month, in UTC.
         * @example day
         * @enum {string}
         */
        VolumePeriod: "day" | "month";
        /** @description A deposit that cannot go back by itself. */
        WaitingDepositReturnFacts: {
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            deposit_id: string;
            /** @description The amount. */
            amount: components["schemas"]["Money"];
            /** @description The rail. Null before it is prepared. */
            rail: string | null;
            /**
             * @description The present status.
             * @example PENDING
             */
            status: string;
            /**
             * @description `evidence`: it was stopped, and the rail has not told its outcome. `outflow_limit` and `liquidity`: a cap or too little money. `rail`: many attempts failed.
             * @example evidence
             */
            waits_for: string;
            /**
             * Format: int32
             * @description How often it was tried.
             * @example 2
             */
            attempts: number;
        };
        /** @description A refund that needs an operator. */
        WaitingRefund: {
            /**
             * @description The refund.
             * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            refund_id: string;
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            amount: components["schemas"]["Money"];
            /**
             * @description Why it is refunded.
             * @example late
             */
            reason: string;
            /**
             * @description Its status.
             * @example FAILED
             */
            status: string;
            waits_for: components["schemas"]["RefundWaitsFor"];
        };
        /** @description Money that cannot go back by itself. */
        WaitingRefundFacts: {
            /**
             * @description The reference number of the order.
             * @example CO-20260302-7KQ2M4XZ
             */
            reference_number: string;
            /** @description The amount. */
            amount: components["schemas"]["Money"];
            /** @description What came back of it. Null for nothing. */
            returned: components["schemas"]["Money"] | null;
            /**
             * @description Why the money goes back.
             * @example funding_expired
             */
            reason: string;
            /**
             * @description The present status.
             * @example PENDING
             */
            status: string;
            /**
             * @description `destination`: an instrument must be chosen. `rejected`: the rail rejected it. `outflow_limit` and `liquidity`: a cap or too little money. `rail`: many attempts failed. `rest`: a part of it came back.
             * @example destination
             */
            waits_for: string;
            /** @description Where it goes. Null until that is decided. */
            destination_instrument_id: string | null;
            /** @description The code of the rail. Null if it rejected nothing. */
            rejection_code: string | null;
            /**
             * Format: int32
             * @description How often it was tried.
             * @example 2
             */
            attempts: number;
        };
        /** @description Rows of WaitingRefund: all of them, or a page where the request asked for one. */
        WaitingRefundList: {
            /** @description Rows of WaitingRefund: all of them, or a page where the request asked for one. */
            data: components["schemas"]["WaitingRefund"][];
        };
        /** @description A document that the customer is asked for. */
        WantedDocument: {
            /**
             * @description Its name in the answer.
             * @example source_of_funds
             */
            name: string;
            /**
             * @description What is meant.
             * @example Where the money of this order comes from.
             */
            about: string;
            /**
             * @description The answer must have it.
             * @example true
             */
            required: boolean;
            /**
             * Format: int32
             * @description The largest size, in bytes.
             * @example 2000000
             */
            largest_bytes: number;
        };
        /** @description The delivery of one event to one endpoint. */
        WebhookDelivery: {
            /**
             * @description The delivery.
             * @example whd_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The event; also the `webhook-id` of every attempt.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            event_id: string;
            /** @description The organization of the event; null for a test of an endpoint of the enterprise. */
            organization_id: string | null;
            /** @description The type of the event. */
            event_type: components["schemas"]["EventType"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * Format: int32
             * @description Attempts since it was last queued.
             * @example 1
             */
            attempts: number;
            /** @description The status of the last attempt. Null without an answer. */
            last_status_code: number | null;
            /** @description Why the last attempt got no answer. Null if it got one. */
            last_error: string | null;
            /**
             * @description How the body of the last answer begins, without control characters, if the endpoint did not accept. Null otherwise.
             * @example null
             */
            last_answer: string | null;
            /** @description When the next attempt is made. Null if there will be none. */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description Rows of WebhookDelivery: all of them, or a page where the request asked for one. */
        WebhookDeliveryList: {
            /** @description Rows of WebhookDelivery: all of them, or a page where the request asked for one. */
            data: components["schemas"]["WebhookDelivery"][];
        };
        /**
         * @description PENDING: another attempt will be made. DELIVERED: the endpoint accepted it. FAILED: there will be no other attempt.
         * @example DELIVERED
         * @enum {string}
         */
        WebhookDeliveryStatus: "PENDING" | "DELIVERED" | "FAILED";
        /** @description A webhook endpoint that the service disabled. */
        WebhookDisabledFacts: {
            /**
             * @description Where events were sent.
             * @example https://example.com/webhooks/corridor
             */
            url: string;
            /**
             * @description `gone` or `failing`.
             * @example failing
             */
            disabled_reason: string;
            /** @description The first failure. Null without one. */
            failing_since: string | null;
        };
        /** @description An item of kind webhook_disabled. */
        WebhookDisabledItem: {
            /**
             * @description The kind of item. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "webhook_disabled";
            /**
             * @description What it is about: an identifier, or the name of an account or pair.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            subject: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-02T14:05:09.120Z
             */
            since: string;
            /** @description Null for what belongs to the deployment. */
            enterprise_id: string | null;
            /** @description The organization. */
            organization_id: string | null;
            /** @description The name of the organization. */
            organization_name: string | null;
            /** @description The order. */
            order_id: string | null;
            /** @description Who works on it. Null for nobody. */
            assignee: string | null;
            /** @description Since when, in real time. */
            assigned_at: string | null;
            /** @description It is hidden until then. Null: it is not. */
            snoozed_until: string | null;
            /**
             * Format: int32
             * @description How many comments it has.
             * @example 0
             */
            comments: number;
            facts: components["schemas"]["WebhookDisabledFacts"];
        };
        /**
         * @description A disabled endpoint is sent nothing.
         * @example ENABLED
         * @enum {string}
         */
        WebhookEndpointStatus: "ENABLED" | "DISABLED";
        /** @description A test of a webhook endpoint was requested. An endpoint can neither select nor exclude this type. */
        WebhookTestData: {
            /**
             * @description The endpoint.
             * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            webhook_endpoint_id: string;
        };
        /** @description A test of a webhook endpoint was requested. An endpoint can neither select nor exclude this type. */
        WebhookTestEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["WebhookTestData"];
        };
    };
    responses: {
        /** @description The request is malformed. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["BadRequestProblem"];
            };
        };
        /** @description The API key is missing or does not work. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
            };
        };
        /** @description The API key may not do this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /** @description There is no such thing in this organization. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotFoundProblem"];
            };
        };
        /** @description The path does not support this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["MethodNotAllowedProblem"];
            };
        };
        /** @description The Accept header excludes the answer. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotAcceptableProblem"];
            };
        };
        /** @description The request took too long to arrive. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
            };
        };
        /** @description The current state does not allow it. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConflictProblem"];
            };
        };
        /** @description The body is too large. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["BodyTooLargeProblem"];
            };
        };
        /** @description The body is not uncompressed JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
            };
        };
        /** @description The values cannot be accepted. */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnprocessableProblem"];
            };
        };
        /** @description Too many requests. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["RateLimitedProblem"];
            };
        };
        /** @description The request headers are too large. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
            };
        };
        /** @description A defect of the service. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InternalErrorProblem"];
            };
        };
        /** @description The service cannot serve now. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnavailableProblem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Your X-Request-Id if it was well formed, else a new one. Quote it when you ask for help. */
        "X-Request-Id": string;
        /** @description Units in each second. Applies to the API key of this request. All processes of the service on one machine count together. Most requests take 1 unit, complete lists and timelines 10, creating offerings and API keys, rotating keys and redelivering events 50. */
        "RateLimit-Limit": number;
        /** @description Units left in this second. Applies to the API key of this request. All processes of the service on one machine count together. Most requests take 1 unit, complete lists and timelines 10, creating offerings and API keys, rotating keys and redelivering events 50. */
        "RateLimit-Remaining": number;
        /** @description Seconds until all units are available again. */
        "RateLimit-Reset": number;
        /** @description Seconds to wait before a retry. Present where a retry can help. */
        "Retry-After": number;
        /** @description The address of the next page as `<…>; rel="next"`. Absent on the last page. */
        Link: string;
        /** @description `true` on the answer to a repeated request. Otherwise absent. */
        "Idempotent-Replayed": string;
        /** @description The methods that the path supports. */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    beginEnrolment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The password of a user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEnrolment"];
            };
        };
        responses: {
            /** @description The secret of the second factor. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrolmentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmEnrolment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A code of the second factor. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrolmentConfirmation"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What a user signs in with. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    whoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallerResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The end of the session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequestOptionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What an authenticator signed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyCredential"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A passkey to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description The passkey. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A second factor. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyRequest"];
            };
        };
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreationOptionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The passkey.
                 * @example psk_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The removed passkey. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A user to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The user, with an enrolment token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUserResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The login.
                 * @example ben
                 */
                login: string;
            };
            cookie?: never;
        };
        /** @description What of a user changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The login.
                 * @example ben
                 */
                login: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The user, with a new enrolment token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUserResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admitUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The login.
                 * @example ben
                 */
                login: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOperatorKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A key to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOperatorKey"];
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOperatorKeyResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeOperatorKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The key.
                 * @example opk_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                key_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorKeyResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listParkedOrders: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFrozenOrders: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listContradictedOrders: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    failOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundOrderByOperator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptLossOfOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why, for the audit trail.
                     * @example Asked for by telephone.
                     */
                    reason: string;
                    /**
                     * @description The most that the desk may lose, in the payout currency.
                     * @example 50000.00
                     */
                    amount: string;
                };
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeProviderOfOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why, for the audit trail.
                     * @example Asked for by telephone.
                     */
                    reason: string;
                    /**
                     * @description A configured provider with the pair.
                     * @example BETA
                     */
                    liquidity_provider: string;
                };
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    payOrderElsewhere: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why, for the audit trail.
                     * @example Asked for by telephone.
                     */
                    reason: string;
                    /**
                     * @description The instrument that is paid.
                     * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                     */
                    external_payment_instrument_id: string;
                };
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    payOrderAgain: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redirectRefundOfOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why, for the audit trail.
                     * @example Asked for by telephone.
                     */
                    reason: string;
                    /**
                     * @description The refund.
                     * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
                     */
                    refund_id: string;
                    /**
                     * @description The instrument that is paid.
                     * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                     */
                    external_payment_instrument_id: string;
                };
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendKeptRefundsOfOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    markPayoutOfOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why, for the audit trail.
                     * @example Asked for by telephone.
                     */
                    reason: string;
                    outcome: components["schemas"]["MarkedOutcome"];
                    /**
                     * @description What proves it, such as the number of a letter of the bank. The customer sees it as the reference of what was settled.
                     * @example TRACE-20260302-7
                     */
                    evidence: string;
                };
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    markRefundOfOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why, for the audit trail.
                     * @example Asked for by telephone.
                     */
                    reason: string;
                    /**
                     * @description The refund.
                     * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
                     */
                    refund_id: string;
                    outcome: components["schemas"]["MarkedOutcome"];
                    /**
                     * @description What proves it, such as the number of a letter of the bank. The customer sees it as the reference of what was settled.
                     * @example TRACE-20260302-7
                     */
                    evidence: string;
                };
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelPayoutOfOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelRefundOfOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why, for the audit trail.
                     * @example Asked for by telephone.
                     */
                    reason: string;
                    /**
                     * @description The refund.
                     * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
                     */
                    refund_id: string;
                };
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    freezeOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unfreezeOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordOrderSentBefore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description What was sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SentBefore"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVolumeLimitsOfOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The volume limits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumeLimitList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    raiseVolumeLimit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description A volume limit that is raised for a while. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RaisedVolumeLimit"];
            };
        };
        responses: {
            /** @description The limit as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumeLimitResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description The state of an approval.
                 * @example PENDING
                 */
                status?: components["schemas"]["ApprovalStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of approvals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The approval.
                 * @example apr_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveAct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The approval.
                 * @example apr_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                approval_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The approval, and the answer of the act. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedActResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rejectAct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The approval.
                 * @example apr_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                approval_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The approval as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawAct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The approval.
                 * @example apr_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                approval_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The approval as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listHalts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The halts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HaltList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    halt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to halt, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHalt"];
            };
        };
        responses: {
            /** @description The halt. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HaltResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnknownSends: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The halt.
                 * @example hlt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                halt_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sends. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownSendList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnknownFills: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The halt.
                 * @example hlt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                halt_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fills. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownFillList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The halt.
                 * @example hlt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                halt_id: string;
            };
            cookie?: never;
        };
        /** @description Why the halt ends. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resume"];
            };
        };
        responses: {
            /** @description The ended halt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HaltResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorOrders: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only orders of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only orders of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Orders with this status.
                 * @example STEP_1_AWAITING_FUNDING
                 */
                status?: components["schemas"]["OrderStatus"];
                /**
                 * @description Orders that pay in this currency.
                 * @example USDC
                 */
                payin_currency?: string;
                /**
                 * @description Orders that pay out this currency.
                 * @example COP
                 */
                payout_currency?: string;
                /**
                 * @description ISO 8601 with a zone. Orders created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Orders created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorOrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/pdf": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorReceiptPdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorEnterprises: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description ISO 8601 with a zone. Enterprises created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Enterprises created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of enterprises. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskEnterpriseList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorEnterprise: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskEnterpriseResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorOrganizations: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only organizations of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Organizations with this status.
                 * @example ACTIVE
                 */
                status?: components["schemas"]["OrganizationStatus"];
                /**
                 * @description ISO 8601 with a zone. Organizations created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Organizations created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of organizations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrganizationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrganizationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only API keys of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only API keys of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Keys with this status.
                 * @example ACTIVE
                 */
                status?: components["schemas"]["ApiKeyStatus"];
                /**
                 * @description ISO 8601 with a zone. Keys created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Keys created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of API keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskApiKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API key.
                 * @example key_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskApiKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKeyOfEnterprise: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id: string;
            };
            cookie?: never;
        };
        /** @description An API key of a customer to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKeyOfEnterprise"];
            };
        };
        responses: {
            /** @description The key with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskApiKeyWithSecretResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKeyOfEnterprise: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The API key.
                 * @example key_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                api_key_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskApiKeyResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorInstruments: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only instruments of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only instruments of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Instruments with this status.
                 * @example ACTIVE
                 */
                status?: components["schemas"]["InstrumentStatus"];
                /**
                 * @description Instruments in this currency.
                 * @example COP
                 */
                currency?: string;
                /**
                 * @description Instruments of this method.
                 * @example SOLANA_ADDRESS
                 */
                method?: components["schemas"]["InstrumentMethod"];
                /**
                 * @description ISO 8601 with a zone. Instruments created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Instruments created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of instruments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskInstrumentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorInstrument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                instrument_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskInstrumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readInstrumentDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                instrument_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The instrument with its details. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalPaymentInstrumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorDeposits: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only deposits of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only deposits of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Only deposits of this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description counted: it counts towards the total. late: it came after the order had ended. extra: the order was already funded. wrong_asset: it is in another currency. unmatched: it is in suspense.
                 * @example counted
                 */
                outcome?: components["schemas"]["DeskDepositOutcome"];
                /**
                 * @description Deposits in this currency.
                 * @example USDC
                 */
                currency?: string;
                /**
                 * @description Deposits over this rail.
                 * @example evm:base
                 */
                rail?: string;
                /**
                 * @description ISO 8601 with a zone. Deposits recorded later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Deposits recorded earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deposits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskDepositList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The deposit.
                 * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskDepositResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorPayouts: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only payouts of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only payouts of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Only payouts of this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description Payouts with this status.
                 * @example SETTLED
                 */
                status?: components["schemas"]["PayoutStatus"];
                /**
                 * @description Payouts in this currency.
                 * @example COP
                 */
                currency?: string;
                /**
                 * @description Payouts over this rail.
                 * @example evm:base
                 */
                rail?: string;
                /**
                 * @description ISO 8601 with a zone. Payouts created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Payouts created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payouts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskPayoutList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payout.
                 * @example po_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                payout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskPayoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorRefunds: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only refunds of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only refunds of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Only refunds of this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description Refunds with this status.
                 * @example PROCESSED
                 */
                status?: components["schemas"]["RefundStatus"];
                /**
                 * @description Refunds in this currency.
                 * @example USDC
                 */
                currency?: string;
                /**
                 * @description Refunds over this rail.
                 * @example evm:base
                 */
                rail?: string;
                /**
                 * @description ISO 8601 with a zone. Refunds created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Refunds created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refunds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskRefundList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The refund.
                 * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskRefundResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorEvents: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only events of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only events of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Only events of this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description Events of this type.
                 * @example order.funded
                 */
                type?: components["schemas"]["EventType"];
                /**
                 * @description ISO 8601 with a zone. Events created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Events created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskEventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskEventResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only webhook endpoints of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only webhook endpoints of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Endpoints with this status.
                 * @example ENABLED
                 */
                status?: components["schemas"]["WebhookEndpointStatus"];
                /**
                 * @description ISO 8601 with a zone. Endpoints created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Endpoints created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhook endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskWebhookEndpointList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskWebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Deliveries with this status.
                 * @example DELIVERED
                 */
                status?: components["schemas"]["WebhookDeliveryStatus"];
            };
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    disableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskWebhookEndpointResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskWebhookEndpointResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverToWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why, for the audit trail.
                     * @example Asked for by telephone.
                     */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with a zone. Events later than this instant.
                     * @example 2026-03-02T00:00:00Z
                     */
                    created_after: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with a zone. Events earlier than this instant.
                     * @example 2026-03-03T00:00:00Z
                     */
                    created_before: string;
                };
            };
        };
        responses: {
            /** @description The events were queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedEventsResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorMovements: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Movements with this status.
                 * @example SETTLED
                 */
                status?: components["schemas"]["MovementStatus"];
                /**
                 * @description Movements in this currency.
                 * @example USDC
                 */
                currency?: string;
                /**
                 * @description Movements from or to this account.
                 * @example rail:evm:base
                 */
                account?: string;
                /**
                 * @description ISO 8601 with a zone. Movements proposed later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Movements proposed earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of movements. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    proposeMovement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A movement to propose. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMovement"];
            };
        };
        responses: {
            /** @description The movement as it is now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorMovement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The movement.
                 * @example mv_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                movement_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorRoutes: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only routes of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only routes of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Routes of this name.
                 * @example USDC to COP
                 */
                name?: string;
                /**
                 * @description Routes with this status.
                 * @example ENABLED
                 */
                status?: "ENABLED" | "DISABLED";
                /**
                 * @description Routes from this currency.
                 * @example USDC
                 */
                payin_currency?: string;
                /**
                 * @description Routes to this currency.
                 * @example COP
                 */
                payout_currency?: string;
                /**
                 * @description ISO 8601 with a zone. Routes created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Routes created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of routes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskRouteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The route.
                 * @example rt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                route_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskRouteResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskProviderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The provider.
                 * @example ALPHA
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskProviderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rails. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskRailList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The rail.
                 * @example evm:base
                 */
                rail: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rail. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskRailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorFundingAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Accounts of this rail.
                 * @example bank:mxn
                 */
                rail?: string;
                /**
                 * @description ISO 8601 with a zone. Accounts added later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Accounts added earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of funding accounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingAccountList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addFundingAccounts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Accounts for a pool. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFundingAccounts"];
            };
        };
        responses: {
            /** @description How many are new. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedFundingAccountsResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorFundingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The funding account.
                 * @example fac_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                funding_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retireFundingAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The funding account.
                 * @example fac_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                funding_account_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingAccountResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWaitingEntries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RailEntryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The entry.
                 * @example entry_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RailEntryResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    dismissEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The entry.
                 * @example entry_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        /** @description Why an entry is no money. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntryDismissal"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RailEntryResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    tieEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The entry.
                 * @example entry_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        /** @description What an entry is about: one of the two. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntryTie"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RailEntryResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordEntryAsDeposit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The entry.
                 * @example entry_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        /** @description The credit that an entry is. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntryDeposit"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RailEntryResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                /**
                 * @description What to find.
                 * @example CO-20260302-7KQ2M4XZ
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResultList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQueue: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only items of this kind.
                 * @example parked_order
                 */
                kind?: components["schemas"]["QueueKind"];
                /**
                 * @description Only items of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only items of this user or key. `me`: of the caller. `nobody`: that nobody has.
                 * @example me
                 */
                assignee?: string;
                /**
                 * @description Whether to list snoozed items. The default is `false`.
                 * @example false
                 */
                snoozed?: components["schemas"]["Snoozed"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the queue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItemList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQueueItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The kind of item.
                 * @example parked_order
                 */
                kind: string;
                /**
                 * @description What it is about.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                subject: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItemResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQueueComments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The kind of item.
                 * @example parked_order
                 */
                kind: string;
                /**
                 * @description What it is about.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                subject: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueCommentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The kind of item.
                 * @example parked_order
                 */
                kind: string;
                /**
                 * @description What it is about.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                subject: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The item as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItemResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assignQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The kind of item.
                 * @example parked_order
                 */
                kind: string;
                /**
                 * @description What it is about.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                subject: string;
            };
            cookie?: never;
        };
        /** @description Who works on an item. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueueAssignment"];
            };
        };
        responses: {
            /** @description The item as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItemResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    snoozeQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The kind of item.
                 * @example parked_order
                 */
                kind: string;
                /**
                 * @description What it is about.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                subject: string;
            };
            cookie?: never;
        };
        /** @description Until when an item is hidden. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueueSnooze"];
            };
        };
        responses: {
            /** @description The item as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItemResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    commentOnQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The kind of item.
                 * @example parked_order
                 */
                kind: string;
                /**
                 * @description What it is about.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                subject: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The item as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItemResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConfigurationVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationVersionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    applyConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description An operator file to apply. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConfigurationVersion"];
            };
        };
        responses: {
            /** @description The version, and what it changes. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedConfigurationResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConfigurationVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of a version.
                 * @example 7
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationVersionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rollBackConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The number of a version.
                 * @example 7
                 */
                number: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The new version, and what it changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedConfigurationResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The number of a version.
                 * @example 7
                 */
                number: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The version as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationVersionResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    disableRoute: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The route.
                 * @example rt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                route_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The version, and what it changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedConfigurationResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableRoute: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The route.
                 * @example rt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                route_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The version, and what it changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedConfigurationResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An operator file to compare with. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConfigurationPreview"];
            };
        };
        responses: {
            /** @description What would change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationPreviewResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationFileResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportConfigurationWithDetails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationFileResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    holdEnterprise: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnterpriseHoldResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseEnterprise: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnterpriseHoldResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    holdOrganization: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseOrganization: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    holdInstrument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                instrument_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseInstrument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                instrument_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assignDeposit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The deposit.
                 * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        /** @description The order that a deposit belongs to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositAssignment"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseDeposit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The deposit.
                 * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description What became of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasedDepositResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    bookDeposit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The deposit.
                 * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        /** @description Where the money came from: one of the two. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositBooking"];
            };
        };
        responses: {
            /** @description The deposit as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskDepositResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeOffDeposit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The deposit.
                 * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The deposit as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskDepositResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStrays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The strays. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StrayList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    returnStray: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The stray.
                 * @example str_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                stray_id: string;
            };
            cookie?: never;
        };
        /** @description Where it goes, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StrayReturn"];
            };
        };
        responses: {
            /** @description The stray as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StrayResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    dismissStray: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The stray.
                 * @example str_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                stray_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The stray as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StrayResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    returnDeposit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The deposit.
                 * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        /** @description Where a deposit goes back to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositReturning"];
            };
        };
        responses: {
            /** @description The deposit as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskDepositResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopDepositReturn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The deposit.
                 * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The deposit as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskDepositResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    markDepositReturn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The deposit.
                 * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        /** @description The outcome of a return, with evidence. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositReturnOutcome"];
            };
        };
        responses: {
            /** @description The deposit as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskDepositResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDepositReturns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The returns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositReturnList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The refund.
                 * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                refund_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The refund as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskRefundResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReversals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All open reversals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenReversalList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveReversal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Which debt, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReversalSettlement"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeOffReversal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Which debt, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReversalSettlement"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setOffReversal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description Which debt, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReversalSettlement"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskOrderResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveMovement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The movement.
                 * @example mv_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                movement_id: string;
            };
            cookie?: never;
        };
        /** @description Why, and what shows it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovementStep"];
            };
        };
        responses: {
            /** @description The movement as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendMovement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The movement.
                 * @example mv_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                movement_id: string;
            };
            cookie?: never;
        };
        /** @description Why, and what shows it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovementStep"];
            };
        };
        responses: {
            /** @description The movement as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    settleMovement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The movement.
                 * @example mv_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                movement_id: string;
            };
            cookie?: never;
        };
        /** @description Why, and what shows it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovementStep"];
            };
        };
        responses: {
            /** @description The movement as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    failMovement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The movement.
                 * @example mv_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                movement_id: string;
            };
            cookie?: never;
        };
        /** @description Why, and what shows it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovementStep"];
            };
        };
        responses: {
            /** @description The movement as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelMovement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The movement.
                 * @example mv_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                movement_id: string;
            };
            cookie?: never;
        };
        /** @description Why, and what shows it. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MovementStep"];
            };
        };
        responses: {
            /** @description The movement as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listHolds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is on hold. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listHeldDeposits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldDepositList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWaitingRefunds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refunds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingRefundList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeskBalances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskBalanceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSweeps: {
        parameters: {
            query?: {
                /**
                 * @description Finished sweeps too.
                 * @example true
                 */
                finished?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sweeps. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SweepList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInformationRequests: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
                /**
                 * @description Only about this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description Only with this status.
                 * @example OPEN
                 */
                status?: components["schemas"]["InformationRequestStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of information requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationRequestList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInformationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The information request.
                 * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                information_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The information request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationRequestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    openInformationRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description What an operator asks an organization. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInformationRequest"];
            };
        };
        responses: {
            /** @description The information request. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationRequestResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeInformationRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The information request.
                 * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                information_request_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The information request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationRequestResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readInformationAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The information request.
                 * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                information_request_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationAnswerResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readInformationDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The information request.
                 * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                information_request_id: string;
                /**
                 * @description The document.
                 * @example ird_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                information_document_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationContentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readTravelRuleRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The wallet.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                external_payment_instrument_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TravelRuleRecordResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVerifications: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyOrganization: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description What an operator has found. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVerification"];
            };
        };
        responses: {
            /** @description What is known now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyInstrument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                external_payment_instrument_id: string;
            };
            cookie?: never;
        };
        /** @description What an operator has found. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVerification"];
            };
        };
        responses: {
            /** @description What is known now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccountMatches: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedAccountList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMatchesOfInstrument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                external_payment_instrument_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The other instruments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchedInstrumentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReconciliations: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description An account of the ledger.
                 * @example rail:spei
                 */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reconcile: {
        parameters: {
            query: {
                /**
                 * @description The account of the ledger: `rail:NAME` or `provider:NAME`.
                 * @example rail:spei
                 */
                account: string;
                /**
                 * @description The currency.
                 * @example MXN
                 */
                currency: string;
                /**
                 * @description Why, for the audit trail.
                 * @example Asked for by telephone.
                 */
                reason: string;
                /**
                 * @description The first day. Without it, the day of the first line.
                 * @example 2026-03-01
                 */
                from?: string;
                /**
                 * @description The last day.
                 * @example 2026-03-31
                 */
                to?: string;
                /**
                 * @description How many days the two sides may book a line apart, 0 to 30. The default is 3.
                 * @example 3
                 */
                tolerance_days?: string;
                /**
                 * @description camt.053: the bank account, unless the settings of the rail have it.
                 * @example 04800000001
                 */
                number?: string;
                /**
                 * @description CSV: `FIELD:COLUMN`, separated by commas. Fields: `date`, `amount` (or `credit` and `debit`), `currency`, `reference`, `text`.
                 * @example date:Fecha,amount:Valor,reference:Referencia
                 */
                columns?: string;
                /**
                 * @description CSV: between columns. The default is a comma.
                 * @example ,
                 */
                delimiter?: "," | ";" | "|" | "tab";
                /**
                 * @description CSV: the decimal point. The default is `.`.
                 * @example .
                 */
                decimal?: "." | ",";
                /**
                 * @description CSV: the default is YYYY-MM-DD.
                 * @example YYYY-MM-DD
                 */
                date_format?: "YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "YYYYMMDD" | "DD-MM-YYYY";
                /**
                 * @description CSV: the default is utf-8.
                 * @example utf-8
                 */
                encoding?: "utf-8" | "windows-1252";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A camt.053 (versions .02, .04, .06 or .08), or CSV with one row of names. At most 128 MiB. */
        requestBody: {
            content: {
                /**
                 * @example Fecha,Valor,Referencia
                 *     2026-03-02,1000.00,REF4711
                 */
                "application/xml": components["schemas"]["StatementFile"];
                /**
                 * @example Fecha,Valor,Referencia
                 *     2026-03-02,1000.00,REF4711
                 */
                "text/xml": components["schemas"]["StatementFile"];
                /**
                 * @example Fecha,Valor,Referencia
                 *     2026-03-02,1000.00,REF4711
                 */
                "text/csv": components["schemas"]["StatementFile"];
            };
        };
        responses: {
            /** @description The file was reconciled before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationResponse"];
                };
            };
            /** @description What was found. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reconcileChain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Which account of a chain, and which days. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChainStatement"];
            };
        };
        responses: {
            /** @description The same movements were reconciled before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationResponse"];
                };
            };
            /** @description What was found. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The reconciliation.
                 * @example rcn_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                reconciliation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reconciliation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDifferences: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The reconciliation.
                 * @example rcn_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                reconciliation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DifferenceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainDifference: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The difference.
                 * @example dif_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                difference_id: string;
            };
            cookie?: never;
        };
        /** @description Why an operator acts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The difference as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DifferenceResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveDifference: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The difference.
                 * @example dif_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                difference_id: string;
            };
            cookie?: never;
        };
        /** @description Where the amount comes from, or goes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DifferenceMovement"];
            };
        };
        responses: {
            /** @description The difference as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DifferenceResponse"];
                };
            };
            /** @description A rule covers the act: it waits for a second person. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What to export, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Export"];
            };
        };
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccountStatement: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description ISO 8601 with a zone. The beginning of the period. The default is that of the ledger.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description ISO 8601 with a zone. The end of the period, which does not belong to it. The default is now.
                 * @example 2026-04-01T00:00:00Z
                 */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description An account of the ledger, such as `rail:spei` or `fee`.
                 * @example rail:spei
                 */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the statement. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatementResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationStatement: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description ISO 8601 with a zone. The beginning of the period. The default is that of the ledger.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description ISO 8601 with a zone. The end of the period, which does not belong to it. The default is now.
                 * @example 2026-04-01T00:00:00Z
                 */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the statement. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatementResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMargin: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description ISO 8601 with a zone. The beginning of the period. The default is that of the ledger.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description ISO 8601 with a zone. The end of the period, which does not belong to it. The default is now.
                 * @example 2026-04-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description Only rows of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only rows of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of margin. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarginRowList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExposureOfRoutes: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only orders of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only orders of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of exposure. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExposureOfProviders: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Only orders of this enterprise.
                 * @example ent_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                enterprise_id?: string;
                /**
                 * @description Only orders of this organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of exposure. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSmallAmounts: {
        parameters: {
            query?: {
                /**
                 * @description ISO 8601 with a zone. The beginning of the period. The default is that of the ledger.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description ISO 8601 with a zone. The end of the period, which does not belong to it. The default is now.
                 * @example 2026-04-01T00:00:00Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmallAmountsList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Entries of this actor.
                 * @example user:ben
                 */
                actor?: string;
                /**
                 * @description Entries of this act.
                 * @example order.refund
                 */
                act?: string;
                /**
                 * @description Entries about this.
                 * @example ben
                 */
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the trail. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
