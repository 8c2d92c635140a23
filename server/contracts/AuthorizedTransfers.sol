// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Gives one ERC-20 token that lacks EIP-3009 its functions, for holders that approved this contract. It moves tokens
/// only by a signature of their holder, each signature once, and remembers that. It holds no tokens and has no owner.
contract AuthorizedTransfers {
    string public constant name = "Authorized Transfers";
    string public constant version = "1";

    address public immutable token;
    bytes32 public immutable DOMAIN_SEPARATOR;
    /// The code that deposit addresses take on, so that their money moves although they never approved this contract.
    address public immutable depositCode;

    /// Whether the nonce of an authorizer is used or cancelled.
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    bytes32 private constant TRANSFER_TYPE = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant CANCEL_TYPE = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    constructor(address token_) {
        require(token_.code.length > 0, "the token is not a contract");
        token = token_;
        depositCode = address(new DepositCode(token_));
        DOMAIN_SEPARATOR = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256(bytes(version)),
                block.chainid,
                address(this)
            )
        );
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp > validAfter, "authorization is not yet valid");
        require(block.timestamp < validBefore, "authorization is expired");
        bytes32 content = keccak256(abi.encode(TRANSFER_TYPE, from, to, value, validAfter, validBefore, nonce));
        // The nonce is used before the token is called: a token that calls back cannot use it again.
        spend(from, nonce, content, v, r, s);
        emit AuthorizationUsed(from, nonce);
        uint256 before = balanceOf(to);
        callToken(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, value));
        // A token may keep a fee, which would leave the beneficiary with less than was promised.
        require(balanceOf(to) == before + (from == to ? 0 : value), "the token moved another amount");
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        spend(authorizer, nonce, keccak256(abi.encode(CANCEL_TYPE, authorizer, nonce)), v, r, s);
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function spend(address authorizer, bytes32 nonce, bytes32 content, uint8 v, bytes32 r, bytes32 s) private {
        require(!authorizationState[authorizer][nonce], "authorization is used or canceled");
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR, content)), v, r, s);
        require(signer != address(0) && signer == authorizer, "invalid signature");
        authorizationState[authorizer][nonce] = true;
    }

    function balanceOf(address account) private view returns (uint256) {
        (bool success, bytes memory answer) =
            token.staticcall(abi.encodeWithSignature("balanceOf(address)", account));
        require(success, "the token has no balances");
        return abi.decode(answer, (uint256));
    }
}

/// The code of deposit addresses (EIP-7702). It approves the contract that deployed it for exactly one transfer and lets
/// it make this transfer, in one call. Anyone may call it, but without a signature of the address nothing changes.
contract DepositCode {
    AuthorizedTransfers private immutable authorizer;
    address private immutable token;

    constructor(address token_) {
        authorizer = AuthorizedTransfers(msg.sender);
        token = token_;
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(from == address(this), "the authorization is of another address");
        // USDT refuses to change an allowance that is not zero.
        if (allowance() != 0) approve(0);
        approve(value);
        authorizer.transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, v, r, s);
        require(allowance() == 0, "the token left an allowance");
    }

    /// EIP-1271. Tokens with EIP-3009 ask an address that has code instead of recovering the signer themselves.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(signature.length == 65, "a signature has 65 bytes");
        address signer = ecrecover(
            hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])
        );
        return signer == address(this) ? this.isValidSignature.selector : bytes4(0);
    }

    function approve(uint256 value) private {
        callToken(token, abi.encodeWithSignature("approve(address,uint256)", address(authorizer), value));
    }

    function allowance() private view returns (uint256) {
        (bool success, bytes memory answer) = token.staticcall(
            abi.encodeWithSignature("allowance(address,address)", address(this), address(authorizer))
        );
        require(success, "the token has no allowances");
        return abi.decode(answer, (uint256));
    }
}

/// Reverts unless the token did what it was asked. Some tokens answer nothing.
function callToken(address token, bytes memory data) {
    (bool success, bytes memory answer) = token.call(data);
    require(success && (answer.length == 0 || abi.decode(answer, (bool))), "the token refuses the transfer");
}
