// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;
/// A token in the manner of USDT: no EIP-3009, transfers answer nothing, and it may keep a fee.
contract PlainToken {
    uint8 public constant decimals = 6;
    uint256 public fee;
    mapping(address => bool) public isBlocked;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed from, address indexed to, uint256 value);
    function mint(address to, uint256 value) external { balanceOf[to] += value; emit Transfer(address(0), to, value); }
    function setBlocked(address account, bool value) external { isBlocked[account] = value; }
    function setFee(uint256 value) external { fee = value; }
    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0, "set the allowance to zero first");
        allowance[msg.sender][spender] = value;
    }
    function transfer(address to, uint256 value) external { move(msg.sender, to, value); }
    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
    }
    function move(address from, address to, uint256 value) private {
        require(!isBlocked[from], "the account is blocked");
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(from, to, value - fee);
    }
}
